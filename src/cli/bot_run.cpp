#include "cli/bot_run.hpp"

#include "cli/outputs.hpp"
#include "cli/user_error.hpp"
#include "io/bot_results.hpp"
#include "io/reader.hpp"

#include <fmt/format.h>

namespace balak::cli {

using tournament::Entrant;

void introduce_bots(io::Config& config, const RunMode& mode) {
    if (!io::has_bots(config.tournament)) {
        return;
    }
    bots::introduce(config.tournament);
    const bool in_parts = mode.resume || mode.is_shard || !mode.extend.empty();
    for (const Entrant& entrant : config.tournament.entrants) {
        if (in_parts && !mode.allow_irreproducible && entrant.bot && !entrant.bot->introduction.reproducible) {
            throw UserError(
                fmt::format("{} does not say that it is reproducible (\"reproducible\": true in its `ready`), "
                            "and parts of a run may then not fit together; --allow-irreproducible plays "
                            "them all the same",
                            io::quoted(entrant.name)));
        }
    }
}

BotRun::BotRun(const io::Config& config, const RunMode& mode) : tournament_(config.tournament) {
    if (io::has_bots(tournament_)) {
        bots_.emplace(tournament_, bots::Bots::Settings{.log = mode.log, .question = question_of(config.results)});
    }
}

void BotRun::take_part(tournament::RunOptions& options) {
    if (bots_) {
        options.outside = [this](std::size_t rule_set, int threads) { return bots_->outside(rule_set, threads); };
    }
}

std::string BotRun::slowest() {
    std::string name;
    double most = 0;
    for (std::size_t i = 0; bots_ && i < tournament_.entrants.size(); ++i) {
        if (const double seconds = tournament_.entrants[i].bot ? bots_->use(i).times.seconds() : 0; seconds > most) {
            most = seconds;
            name = tournament_.entrants[i].name;
        }
    }
    return name;
}

void BotRun::tell(tournament::Outcome& outcome) {
    for (std::size_t i = 0; bots_ && i < tournament_.entrants.size(); ++i) {
        if (tournament_.entrants[i].bot) {
            outcome.bots[i] = bots_->use(i);
        }
    }
}

} // namespace balak::cli
