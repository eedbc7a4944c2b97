// Seats, sides, and arrays that only they index.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace balak {

inline constexpr int min_seats = 2;
inline constexpr int max_seats = 4;

/// A place at the table, 0..N-1 in the order of turns.
class Seat {
public:
    constexpr Seat() = default;
    explicit constexpr Seat(int number) : number_(static_cast<std::uint8_t>(number)) {}
    constexpr int number() const { return number_; }
    /// The seat whose turn follows at a table of `seats`.
    constexpr Seat next(int seats) const { return Seat(number_ + 1 == seats ? 0 : number_ + 1); }
    constexpr bool operator==(const Seat&) const = default;

private:
    std::uint8_t number_ = 0;
};

/// Who scores: a seat of its own, or in a partnership side 0 (seats 0 and 2) or side 1 (seats 1 and 3).
class Side {
public:
    constexpr Side() = default;
    explicit constexpr Side(int number) : number_(static_cast<std::uint8_t>(number)) {}
    constexpr int number() const { return number_; }
    constexpr bool operator==(const Side&) const = default;

private:
    std::uint8_t number_ = 0;
};

namespace detail {

/// A fixed array that only an `Index` with `number()` opens.
template <class Index, class T>
struct Indexed {
    std::array<T, max_seats> values{};

    constexpr T& operator[](Index index) { return values[static_cast<std::size_t>(index.number())]; }
    constexpr const T& operator[](Index index) const { return values[static_cast<std::size_t>(index.number())]; }
    constexpr bool operator==(const Indexed& other) const requires std::equality_comparable<T> {
        return values == other.values;
    }
};

/// Counts through `Index(0)` to `Index(count - 1)`.
template <class Index>
class Count {
public:
    class Iterator {
    public:
        explicit constexpr Iterator(int number) : number_(number) {}
        constexpr Index operator*() const { return Index(number_); }
        constexpr Iterator& operator++() {
            ++number_;
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        int number_;
    };
    explicit constexpr Count(int count) : count_(count) {}
    constexpr Iterator begin() const { return Iterator(0); }
    constexpr Iterator end() const { return Iterator(count_); }

private:
    int count_;
};

} // namespace detail

/// A value for each seat; the seats beyond the table's are unused.
template <class T>
using PerSeat = detail::Indexed<Seat, T>;

/// A value for each side; the sides beyond the table's are unused.
template <class T>
using PerSide = detail::Indexed<Side, T>;

/// `for (Seat seat : seats(n))`
constexpr detail::Count<Seat> seats(int count) {
    return detail::Count<Seat>(count);
}

/// `for (Side side : sides(n))`
constexpr detail::Count<Side> sides(int count) {
    return detail::Count<Side>(count);
}

} // namespace balak
