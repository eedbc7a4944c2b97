// A second engine for the differential tests, written from the rules and not from the first one: vectors of tiles, no
// masks, no cleverness. Of balak it shares only RuleSet.
#pragma once

#include "balak/rules.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace balak::plain {

/// A tile, higher half first.
using Bone = std::pair<int, int>;

struct Deal {
    std::vector<std::vector<Bone>> hands;
    std::optional<Bone> starter;
    std::vector<Bone> boneyard; ///< by place; each seat goes through the places in its own order
    int lot = 0;
};

struct Opener {
    int seat = 0;
    std::optional<Bone> must_lay;
};

struct Result {
    std::string ending;
    std::optional<int> last_seat;
    std::optional<int> winner;
    std::vector<int> pips;
    std::vector<int> points;
    bool capicu = false;
};

/// A round under way, written down in the tokens of a game record.
class Round {
public:
    Round(const RuleSet& rules, const Deal& deal, const Opener& opener);

    bool over() const { return over_; }
    int to_move() const { return seat_; }
    /// The moves that may be made, as tokens, in alphabetical order.
    std::vector<std::string> moves() const;
    void play(const std::string& move);
    /// Everything that happened.
    const std::vector<std::string>& log() const { return log_; }
    const std::vector<std::vector<Bone>>& hands() const { return hands_; }
    Result result() const;

private:
    bool fits(const Bone& bone) const;
    bool can_play(int seat) const;
    void settle();
    std::size_t next_place() const;

    RuleSet rules_;
    std::vector<std::vector<Bone>> hands_;
    std::vector<std::optional<Bone>> boneyard_; ///< by place, nothing where a tile was drawn
    int boneyard_left_ = 0;
    std::optional<Bone> must_lay_;
    std::vector<std::pair<int, int>> chain_; ///< from the left end to the right end, each as it lies
    std::vector<std::string> log_;
    int seat_ = 0;
    int passed_in_a_row_ = 0;
    std::optional<int> last_seat_;
    bool over_ = false;
    bool went_out_ = false;
    bool capicu_ = false;
};

/// A match between its rounds.
class Match {
public:
    explicit Match(const RuleSet& rules);

    Opener opener(const Deal& deal) const;
    void add(int opener, const Result& result);
    bool over() const { return over_; }
    std::optional<int> winner() const { return winner_; }
    const std::vector<int>& score() const { return score_; }

private:
    RuleSet rules_;
    std::vector<int> score_;
    int rounds_ = 0;
    int opener_ = 0;
    std::optional<int> last_seat_;
    bool over_ = false;
    std::optional<int> winner_;
};

} // namespace balak::plain
