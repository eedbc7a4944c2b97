// Players who answer later: how matches ask them. Nothing here knows who they are; src/bots has those that are
// processes.
#pragma once

#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "balak/table.hpp"
#include "bots/fault.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace balak::tournament {

/// Whose turn it is where.
struct AskedMatch {
    std::size_t slot = 0;    ///< of the asking thread; one match at a time has it
    std::uint64_t match = 0; ///< an opaque number, the same in every run of the tournament
    std::size_t entrant = 0;
};

/// What came of a question.
struct RemoteReply {
    enum class Kind : std::uint8_t {
        move,
        ask_again, ///< the player was lost by no fault of this match
        forfeit,   ///< the player's fault loses the match
    };
    std::size_t slot = 0;
    Kind kind = Kind::move;
    Move move{};
    bots::FaultKind fault{}; ///< of a forfeit
    std::string note{};      ///< that came with a move: JSON; empty: none
};

/// The players who answer later, as one thread meets them. Used by that thread alone.
class RemotePlayers {
public:
    RemotePlayers() = default;
    RemotePlayers(const RemotePlayers&) = delete;
    RemotePlayers& operator=(const RemotePlayers&) = delete;
    virtual ~RemotePlayers() = default;

    /// Asks the seat to move, which has a choice. The observation is not kept.
    virtual void ask(const AskedMatch& asked, const Observation& seen) = 0;
    /// Waits for replies, one at least, and appends them. Only while a question is open. Throws std::runtime_error,
    /// with a sentence, once a fault ends the run.
    virtual void take(std::vector<RemoteReply>& replies) = 0;
};

/// All players under one rule set that are no strategies of the table: some answer later, some at once.
class Outside {
public:
    Outside() = default;
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;
    virtual ~Outside() = default;

    /// A player of one thread and seat who answers at once; null if this entrant answers later.
    virtual std::unique_ptr<Strategy> at_once(std::size_t entrant) = 0;
    /// How many matches of a thread should be on their way for those who answer later to be busy; 0: there are none.
    virtual std::size_t matches_at_once() const = 0;
    /// Those who answer later, for one more thread.
    virtual std::unique_ptr<RemotePlayers> later() = 0;
};

} // namespace balak::tournament
