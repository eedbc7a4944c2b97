// What a strategy is, and the table in which strategies are found by name.
#pragma once

#include "balak/rules.hpp"
#include "balak/table.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace balak {

class Round;
class SeesAll;

namespace slices {
struct Target;
}

/// Chooses moves for a seat. `choose` is asked only where there is a choice, and must be a function of the observation
/// alone: what it returns may not depend on earlier calls. An object is used by one thread at a time; it may keep
/// scratch memory. `choose` returns one of `observation.legal`.
class Strategy {
public:
    Strategy() = default;
    Strategy(const Strategy&) = delete;
    Strategy& operator=(const Strategy&) = delete;
    virtual ~Strategy() = default;

    virtual Move choose(const Observation& observation) = 0;

    /// This strategy as one that sees all; null for all that keep to their observation.
    SeesAll* seeing_all() const { return seeing_all_; }

private:
    friend class SeesAll;
    explicit Strategy(SeesAll* self) : seeing_all_(self) {}

    SeesAll* seeing_all_ = nullptr;
};

/// A strategy that cheats: it is shown the round itself, all hands and the boneyard with it. Its StrategyType says so
/// (`sees_all`). This is the only way for a strategy to reach a round; the others are shown their observation alone.
class SeesAll : public Strategy {
public:
    SeesAll() : Strategy(this) {}

    /// As `Strategy::choose`, from the round that the observation was made of. What it returns must be a function of
    /// the two.
    virtual Move choose_seeing_all(const Round& round, const Observation& observation) = 0;

    /// Not for use: throws std::logic_error, as an observation is not enough. `chosen_move` (balak/round.hpp) asks any
    /// strategy in the right way.
    Move choose(const Observation& observation) final;
};

/// One option of a strategy: an integer in a range, one of some texts, or the name of a simple strategy.
struct StrategyOption {
    std::string_view name;
    std::string_view meaning;
    std::variant<std::int64_t, std::string_view> standard; ///< the value where the user gives none; its kind too
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::span<const std::string_view> choices{}; ///< for texts; empty: the name of any strategy that is simple
};

/// Option values by name, every option of the strategy present.
class OptionValues {
public:
    using Value = std::variant<std::int64_t, std::string>;

    /// Throws std::out_of_range for an option that the strategy did not list.
    int integer(std::string_view name) const {
        return static_cast<int>(std::get<std::int64_t>(values_.at(std::string(name))));
    }
    const std::string& text(std::string_view name) const {
        return std::get<std::string>(values_.at(std::string(name)));
    }

    void set(std::string_view name, Value value) { values_.insert_or_assign(std::string(name), std::move(value)); }
    const std::map<std::string, Value>& all() const { return values_; }

private:
    std::map<std::string, Value> values_;
};

class StrategyTable;

/// A strategy as it is played in bit slices, 256 rounds at a time (src/slices): which of the forms that were compiled,
/// and its numbers.
struct SliceForm {
    std::string_view name;
    std::array<std::uint8_t, 12> numbers{};
    bool looks_at_table = false; ///< at more than the hands and the ends
    bool draws_numbers = false;  ///< from the seat's random stream
    bool operator==(const SliceForm&) const = default;
};

/// A kind of strategy: its name, what it does, its options, and how one is made.
struct StrategyType {
    std::string_view name;
    std::string_view summary;
    std::span<const StrategyOption> options;
    /// Makes one; `options` are complete and in range.
    std::unique_ptr<Strategy> (*make)(const OptionValues& options, const StrategyTable& table);
    bool searches = false; ///< whether it plays out positions itself; if not, it is simple: quick, no allocation
    /// Its slice form, if it has one: it must choose as what `make` makes.
    SliceForm (*in_slices)(const OptionValues& options) = nullptr;
    /// Whether it makes a SeesAll, a strategy that cheats. It then searches too, and is never played in slices.
    bool sees_all = false;

    /// All options at their standard values.
    OptionValues standard_options() const;
};

/// The strategies that a program knows, by name.
class StrategyTable {
public:
    /// The strategies that come with balak.
    static StrategyTable builtin();

    /// Throws std::invalid_argument for a name that is there already, and for a type that sees all but does not search
    /// or is played in slices.
    void add(const StrategyType& type);
    /// The strategy of this name, or null.
    const StrategyType* find(std::string_view name) const;
    std::span<const StrategyType> types() const { return types_; }
    /// The kind of words on which slices are played, by runs and by strategies that search: the best of this machine,
    /// unless another was chosen; null: none, all is left to the plain engine.
    const slices::Target* target() const { return target_; }
    void play_on(const slices::Target* target) { target_ = target; }

    /// A strategy with standard options. Throws std::invalid_argument for an unknown name.
    std::unique_ptr<Strategy> make(std::string_view name) const;

private:
    std::vector<StrategyType> types_;
    const slices::Target* target_ = nullptr;
};

/// A strategy chose a move that is not legal.
class IllegalMove : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace balak
