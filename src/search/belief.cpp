#include "search/belief.hpp"

#include "core/opening.hpp"

#include <stdexcept>

namespace balak {

Belief::Belief(std::vector<std::unique_ptr<Strategy>> models, double errors)
    : models_(std::move(models)), errors_(errors) {
    if (models_.empty() || !(errors > 0 && errors <= 1)) {
        throw std::invalid_argument("a belief needs a model, and errors above 0 and at most 1");
    }
}

void Belief::sample(const Observation& seen, WorldSampler& sampler, TurnRandom& random, std::size_t count,
                    std::vector<World>& worlds) {
    constexpr std::size_t candidates_for_each = 4;
    candidates_.resize(candidates_for_each * count);
    weights_.resize(candidates_.size());
    double sum = 0;
    const std::uint32_t batch = TurnRandom(random).word(); // tells batches apart, and takes nothing from the stream
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        candidates_[i] = sampler.sample(random);
        const SeatKey of_all{static_cast<std::uint32_t>(i), batch};
        const RoundKey key{{of_all, of_all, of_all, of_all}};
        weights_[i] = weight(seen, sampler.deal_of(seen, candidates_[i], random), key);
        sum += weights_[i];
    }
    // Systematic resampling: places at equal distances along the weights, of which only the first is random.
    worlds.clear();
    const double distance = sum / static_cast<double>(count);
    double place = distance * static_cast<double>(random.word()) * 0x1p-32;
    double end = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        end += weights_[i];
        for (; worlds.size() < count && (place < end || i + 1 == candidates_.size()); place += distance) {
            worlds.push_back(candidates_[i]);
        }
    }
}

double Belief::weight(const Observation& seen, const Deal& deal, const RoundKey& key) {
    const Table& record = seen.table;
    if (record.turn == 0) {
        return 1;
    }
    chance_.assign(models_.size(), {{1, 1, 1, 1}});
    Round round(seen.rules, deal, opening_seen(seen));
    while (round.table().event_count < record.event_count && !round.over()) {
        const Event event = record.event[round.table().event_count];
        const Move move{event.tile(), event.kind() == Event::Kind::play_left ? End::left : End::right};
        const Seat seat = round.to_move();
        const int legal = round.legal_moves().size();
        if (seat != seen.seat && legal > 1) {
            const Observation at_turn = round.observe(key, seen.score, seen.round);
            for (std::size_t model = 0; model < models_.size(); ++model) {
                const bool as_modelled = models_[model]->choose(at_turn) == move;
                chance_[model][seat] *= errors_ / legal + (as_modelled ? 1 - errors_ : 0);
            }
        }
        round.play(move);
    }
    double weight = 1;
    for (const Seat seat : seats(seen.rules.players)) {
        double sum = 0;
        for (std::size_t model = 0; model < models_.size(); ++model) {
            sum += chance_[model][seat];
        }
        weight *= sum / static_cast<double>(models_.size());
    }
    return weight;
}

} // namespace balak
