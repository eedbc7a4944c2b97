// A game that a person plays at the terminal.
#pragma once

#include "study/advice.hpp"
#include "study/game.hpp"

#include <string>

namespace balak::cli {

/// Tells the person in this seat of the game, asks for moves and gives hints, to the end of the match or until the
/// person leaves. The records are kept in a file that is written anew after each round. Returns the exit code.
int play_at_terminal(study::Game& game, Seat person, study::Adviser& adviser, const std::string& records);

} // namespace balak::cli
