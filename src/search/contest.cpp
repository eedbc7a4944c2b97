#include "search/contest.hpp"

#include <algorithm>

namespace balak {

void Contest::add(std::span<const std::int64_t> worth) {
    const bool first = worlds_ == 0;
    const std::size_t worlds = worth.size() / moves_;
    worlds_ += static_cast<double>(worlds);
    for (std::size_t i = 0; i < moves_; ++i) {
        if (!is_in(i)) {
            continue;
        }
        for (std::size_t world = 0; world < worth.size(); world += moves_) {
            sum_[i] += worth[world + i];
        }
        for (std::size_t j = 0; j <= i; ++j) {
            if (is_in(j)) {
                std::int64_t products = first ? 0 : products_[i][j];
                for (std::size_t world = 0; world < worth.size(); world += moves_) {
                    products += worth[world + i] * worth[world + j];
                }
                products_[i][j] = products;
            }
        }
    }
}

void Contest::drop(double standard_errors) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < moves_; ++i) {
        if (is_in(i) && (!is_in(best) || sum_[i] > sum_[best])) {
            best = i;
        }
    }
    for (std::size_t i = 0; i < moves_; ++i) {
        if (!is_in(i) || i == best) {
            continue;
        }
        const auto lead = static_cast<double>(sum_[best] - sum_[i]);
        const auto square = static_cast<double>(products_[best][best] + products_[i][i] -
                                                2 * products_[std::max(i, best)][std::min(i, best)]);
        const double variance = square - lead * lead / worlds_; // of the sum of differences
        if (lead > 0 && lead * lead >= standard_errors * standard_errors * variance) {
            in_ &= ~(std::uint32_t{1} << i);
        }
    }
}

} // namespace balak
