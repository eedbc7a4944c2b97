// The processes that mpirun has started together to play one tournament. Without MPI there is one.
#pragma once

#include <string>
#include <vector>

namespace balak::cli {

class Team {
public:
    /// Joins the others. Throws UserError if there are some, but this balak was built without MPI.
    Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    /// Leaves them. If it is because of an exception, all processes end.
    // NOLINTNEXTLINE(performance-trivially-destructible): only without MPI
    ~Team();

    int number() const { return number_; } ///< from 0
    int size() const { return size_; }
    bool alone() const { return size_ == 1; }

    /// Hands a text to process 0, which gets all of them by number; the others get nothing.
    std::vector<std::string> gather(const std::string& text) const;
    /// What process 0 says.
    int broadcast(int value) const;

private:
    int number_ = 0;
    int size_ = 1;
    int exceptions_ = 0; // that were on their way when it joined
};

} // namespace balak::cli
