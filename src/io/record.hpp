// Writing played rounds as game records: one JSON object a line (docs/records.md).
#pragma once

#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace balak::io {

/// What a record tells: a round that is over, and the match it belongs to. It refers to all of it.
struct RecordContext {
    const Round& round;
    const Deal& deal;                            ///< the deal that the round began with
    const RoundResult& result;                   ///< round.result()
    const Match& match;                          ///< after match.add() of this round
    std::uint64_t match_number;                  ///< number of the match in the run, from 0
    std::string_view rules_json;                 ///< record_rules() of the rule set, made once for many records
    const PerSeat<std::string_view>& strategies; ///< the strategy names
};

/// A rule set as the `rules` object of a record.
std::string record_rules(const RuleSet& rules);

/// Appends the record of a round and a line feed. A function of its arguments alone.
void append_record(std::string& out, const RecordContext& played);

/// The token of an event. `opening`: no tile lay on the table before; `drawn`: the tile that a draw brought.
std::string event_token(Event event, bool opening, Tile drawn);

} // namespace balak::io
