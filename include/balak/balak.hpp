// Everything that a strategy author or an embedding program needs.
#pragma once

#include "balak/boneyard.hpp"
#include "balak/deal.hpp"
#include "balak/match.hpp"
#include "balak/objective.hpp"
#include "balak/open_hands.hpp"
#include "balak/random.hpp"
#include "balak/round.hpp"
#include "balak/rules.hpp"
#include "balak/seat.hpp"
#include "balak/strategy.hpp"
#include "balak/table.hpp"
#include "balak/tile.hpp"
#include "balak/version.hpp"
