#include "tournament/design.hpp"

#include "tournament/distributions.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace balak::tournament {
namespace {

using Values = std::vector<std::int64_t>;
using Counts = DesignCounts;

constexpr std::array ratios{
    DesignRatio{"opener_edge", "opener's edge", true, &Counts::rounds_opener_won, &Counts::rounds_decided, true},
    DesignRatio{"blocked_rate", "blocked", true, &Counts::blocked_rounds, &Counts::rounds},
    DesignRatio{"turns_per_round", "turns a round", false, &Counts::turns, &Counts::rounds},
    DesignRatio{"tiles_drawn_per_round", "draws a round", false, &Counts::tiles_drawn, &Counts::rounds},
    DesignRatio{"rounds_per_match", "rounds a match", false, &Counts::rounds, &Counts::matches},
    DesignRatio{"comeback_rate", "comebacks", true, &Counts::comebacks, &Counts::matches},
    DesignRatio{"skill", "skill", true, &Counts::rounds_better_won, &Counts::rounds_either_won},
    DesignRatio{"capicu_rate", "capicu", true, &Counts::capicu, &Counts::rounds},
    DesignRatio{"shut_out_rate", "shut-outs", true, &Counts::shut_outs, &Counts::matches},
};

} // namespace

std::span<const DesignRatio> design_ratios() {
    return ratios;
}

std::vector<DesignCounts> design_counts(const Tally& tally) {
    const std::int64_t matches_of_deal = tally.deals() > 0 ? tally.table().matches / tally.deals() : 1;
    const std::vector<TableTally> tables = tally.table_blocks();
    std::vector<DesignCounts> blocks(block_count);
    for (std::size_t i = 0; i < block_count; ++i) {
        const TableTally& table = tables[i];
        blocks[i] = {.deals = table.matches / matches_of_deal,
                     .matches = table.matches,
                     .rounds = table.rounds,
                     .rounds_decided = table.rounds - table.nobody_won,
                     .rounds_opener_won = table.opener_won,
                     .blocked_rounds = table.blocked,
                     .turns = table.turns,
                     .tiles_drawn = table.tiles_drawn,
                     .comebacks = table.comebacks,
                     .capicu = table.capicu,
                     .shut_outs = table.shut_outs};
        for (const PairingTally& pairing : tally.pairings()) {
            const Contest& contest = pairing.contests[i];
            const bool a_is_better = win_rate(pairing.deals).mean >= 0.5;
            blocks[i].rounds_better_won += a_is_better ? contest.rounds_won_by_a : contest.rounds_won_by_b;
            blocks[i].rounds_either_won += contest.rounds_won_by_a + contest.rounds_won_by_b;
        }
    }
    return blocks;
}

Estimate ratio_over_blocks(const Values& numerators, const Values& denominators, double shift) {
    const auto whole = static_cast<double>(std::accumulate(denominators.begin(), denominators.end(), std::int64_t{0}));
    if (whole == 0) {
        return {};
    }
    const double ratio =
        static_cast<double>(std::accumulate(numerators.begin(), numerators.end(), std::int64_t{0})) / whole;
    Estimate made{.mean = ratio + shift, .standard_error = std::nullopt, .interval = std::nullopt};
    double squares = 0;
    const auto blocks = static_cast<double>(denominators.size());
    for (std::size_t i = 0; i < denominators.size(); ++i) {
        const double residual = static_cast<double>(numerators[i]) - ratio * static_cast<double>(denominators[i]);
        squares += residual * residual;
    }
    if (blocks >= 2) {
        const double error = std::sqrt(squares * blocks / (blocks - 1)) / whole;
        const double reach = t_quantile(blocks - 1, 0.975) * error;
        made.standard_error = error;
        made.interval = {made.mean - reach, made.mean + reach};
    }
    return made;
}

std::vector<DesignFigure> design_figures(const RuleSet& rules, const Tally& tally) {
    std::vector<DesignCounts> blocks = design_counts(tally);
    std::erase_if(blocks, [](const DesignCounts& block) { return block.deals == 0; });
    std::vector<DesignFigure> figures;
    for (const DesignRatio& ratio : ratios) {
        Values numerators;
        Values denominators;
        for (const DesignCounts& block : blocks) {
            numerators.push_back(block.*ratio.numerator);
            denominators.push_back(block.*ratio.denominator);
        }
        const double even = ratio.above_even ? 1.0 / rules.side_count() : 0;
        figures.push_back({ratio.key, ratio.title, ratio.is_rate, ratio_over_blocks(numerators, denominators, -even)});
    }
    return figures;
}

} // namespace balak::tournament
