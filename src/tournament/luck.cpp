#include "tournament/luck.hpp"

namespace balak::tournament {
namespace {

// Weights and values are rounded to integers, which changes nothing about their averages.
constexpr std::int64_t weight_unit = 4096;
constexpr std::int64_t value_unit = 256;

/// Follows a round and adds up the luck of its draws.
class DrawLuck {
public:
    explicit DrawLuck(const Round& round)
        : rules_(round.rules()), hands_(round.dealt()), left_(rules_.tiles()), seat_(round.table().opener) {
        for (const Seat seat : seats(rules_.players)) {
            left_ -= hands_[seat];
        }
        if (round.table().has_starter) {
            left_ -= round.table().starter;
            ends_ = {round.table().starter.high(), round.table().starter.low()};
            started_ = true;
        }
    }

    void draw(Tile tile, RoundLuck& luck) {
        const TileSet fits = tiles_with(ends_.left) | tiles_with(ends_.right);
        const TileSet fitting = left_ & fits;
        const std::int64_t all = left_.size();
        const std::int64_t fitting_count = fitting.size();
        const Seat next = seat_.next(rules_.players);
        const Side side = rules_.side_of(seat_);
        const Side other = rules_.side_of(next);
        const std::int64_t held = hands_[next].size();
        const bool found = fitting.contains(tile);

        // From `all` tiles of which some fit, (all + 1) / (fitting + 1) are drawn on average until one does.
        const std::int64_t weight = weight_unit / (fitting_count + 1);
        const std::int64_t surprise = (found ? all : 0) - fitting_count;
        luck.draws[0][side] += weight * surprise;
        luck.draws[1][side] += weight / held * surprise;
        if (found && fitting_count > 1) {
            // Which of the fitting tiles it was. It will be laid: at the left if it fits there, let us say.
            std::int64_t starving = 0;
            std::int64_t open = 0;
            for (const Tile one : fitting) {
                const Ends after = laid(one, one.shows(ends_.left));
                const TileSet then = tiles_with(after.left) | tiles_with(after.right);
                const std::int64_t answers = (hands_[next] & then).size();
                const std::int64_t expected =
                    answers > 0 ? 0 : value_unit * all / (((left_ - one) & then).size() + std::int64_t{1});
                const std::int64_t share = one == tile ? fitting_count - 1 : -1;
                starving += share * expected;
                open += share * answers;
            }
            const std::int64_t value_weight = value_unit / fitting_count;
            luck.draws[2][side] += value_weight * starving;
            luck.draws[2][other] -= value_weight * starving;
            const std::int64_t open_weight = weight_unit / (fitting_count * held);
            luck.draws[3][side] -= open_weight * open;
            luck.draws[3][other] += open_weight * open;
        }
        hands_[seat_] |= tile;
        left_ -= tile;
    }

    void play(Tile tile, bool at_left) {
        ends_ = started_ ? laid(tile, at_left) : Ends{tile.high(), tile.low()};
        started_ = true;
        hands_[seat_] -= tile;
        pass();
    }

    void pass() { seat_ = seat_.next(rules_.players); }

private:
    struct Ends {
        int left = 0;
        int right = 0;
    };

    Ends laid(Tile tile, bool at_left) const {
        return at_left ? Ends{tile.other_half(ends_.left), ends_.right}
                       : Ends{ends_.left, tile.other_half(ends_.right)};
    }

    const RuleSet& rules_;
    PerSeat<TileSet> hands_;
    TileSet left_; // in the boneyard
    Seat seat_;
    Ends ends_;
    bool started_ = false;
};

std::int64_t long_suits(const Round& round) {
    const RuleSet& rules = round.rules();
    const TileSet starter = round.table().has_starter ? TileSet(round.table().starter) : TileSet();
    const TileSet set = rules.tiles() - starter;
    const std::int64_t tiles = set.size();
    const std::int64_t hand = rules.hand_size;
    std::int64_t luck = 0;
    for (int number = 0; number <= rules.max_pip; ++number) {
        // A hand has c of the `suit` tiles of a number: hypergeometric, and the mean of c^2 is
        // hand suit / tiles (1 + (hand - 1)(suit - 1) / (tiles - 1)).
        const std::int64_t suit = (set & tiles_with(number)).size();
        const std::int64_t mean = hand * suit * (tiles - 1 + (hand - 1) * (suit - 1));
        for (const Seat seat : seats(rules.players)) {
            const std::int64_t count = (round.dealt()[seat] & tiles_with(number)).size();
            luck += count * count * tiles * (tiles - 1) - mean;
        }
    }
    return luck;
}

} // namespace

RoundLuck& RoundLuck::operator+=(const RoundLuck& other) {
    for (std::size_t i = 0; i < draws.size(); ++i) {
        for (std::size_t side = 0; side < draws[i].values.size(); ++side) {
            draws[i].values[side] += other.draws[i].values[side];
        }
    }
    long_suits += other.long_suits;
    return *this;
}

RoundLuck luck_of(const Round& round) {
    RoundLuck luck;
    luck.long_suits = long_suits(round);
    if (round.table().draws == 0) {
        return luck;
    }
    DrawLuck follow(round);
    auto drawn = round.boneyard().drawn().begin();
    for (const Event event : round.table().events()) {
        switch (event.kind()) {
        case Event::Kind::draw:
            follow.draw(*drawn++, luck);
            break;
        case Event::Kind::play_left:
        case Event::Kind::play_right:
            follow.play(event.tile(), event.kind() == Event::Kind::play_left);
            break;
        case Event::Kind::pass:
            follow.pass();
            break;
        }
    }
    return luck;
}

} // namespace balak::tournament
