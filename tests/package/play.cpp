// Plays a round between a strategy of its own and one that comes with balak, and checks that all pips are accounted
// for.
#include <balak/balak.hpp>

#include <iostream>

namespace {

class Lightest final : public balak::Strategy {
public:
    balak::Move choose(const balak::Observation& seen) override {
        return seen.legal.with(seen.legal.tiles().lightest());
    }
};

} // namespace

int main() {
    using namespace balak;
    const RuleSet rules = *preset("playboard");
    const Deal deal = Dealer(1).deal(rules, 0, 0);
    Round round(rules, deal, first_opening(rules, deal));

    Lightest own;
    const auto other = StrategyTable::builtin().make("doubles-first");
    PerSeat<Strategy*> strategies;
    strategies[Seat(0)] = &own;
    strategies[Seat(1)] = other.get();
    play_out(round, strategies, deal.random);

    const RoundResult result = round.result();
    const TileSet left = rules.tiles() - round.table().laid - round.hands()[Seat(0)] - round.hands()[Seat(1)];
    const int pips = round.table().laid.pips() + result.pips[Seat(0)] + result.pips[Seat(1)] + left.pips();
    std::cout << "laid, held and left over: " << pips << " pips\n";
    return pips == 168 ? 0 : 1;
}
