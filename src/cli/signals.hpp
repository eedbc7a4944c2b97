// What the system does to a process: signals, and descriptors that were closed before it began.
#pragma once

#include <atomic>

namespace balak::cli {

/// To be called before anything else: pipes without a reader and files that grow too large become errors where they are
/// written to, and no file is ever opened as standard input, output or error.
void prepare_process();

/// Lets the first SIGINT, SIGTERM or SIGHUP stop the run in order. The second one ends the program as usual.
void stop_on_signals();

/// The same without a word, where a person is asked: the wait for input ends.
void stop_waiting_on_signals();

/// Set by the first of those signals.
const std::atomic<bool>& stop_requested();

} // namespace balak::cli
