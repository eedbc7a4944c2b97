// What results say of bots.
#pragma once

#include "io/reader.hpp"
#include "tournament/runner.hpp"

#include <string>

namespace balak::io {

bool has_bots(const tournament::Tournament& tournament);

/// A sentence on a line of its own for each thing that makes a run with bots one that may come out otherwise; empty if
/// there is none.
std::string irreproducible(const tournament::Tournament& tournament, const tournament::Outcome& outcome);

/// A sentence on a line of its own for each bot that has lost matches by faults.
std::string fault_sentences(const tournament::Tournament& tournament, const tournament::Outcome& outcome);

/// The kinds of faults that there were, with their numbers.
Json faults_json(const tournament::EntrantTally& entrant);

/// Adds to what is told of a run: what its bots say of themselves, how long they took, and which recorded matches were
/// lost by faults.
void add_bots(Json& run, const tournament::Tournament& tournament, const tournament::Outcome& outcome);

} // namespace balak::io
