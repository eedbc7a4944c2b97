// How many threads the system lets a process have.
#pragma once

namespace balak::cli {

/// As many threads as are wanted (0: one for each core), or fewer if there can be no more; that is said. What is
/// counted does not depend on it. Asked beforehand, for the scheduler of threads would abort the program.
int available_threads(int wanted);

} // namespace balak::cli
