// Probabilities, quantiles and roots as functions of numbers, so that Boost.Math is compiled in one place.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace balak::tournament {

/// Student's t with so many degrees of freedom (above 0): the value that is below `probability` of the distribution
/// away from its lower end, with 0 < probability < 1.
double t_quantile(double degrees, double probability);
/// The chance that Student's t is at most `value`, and the chance that it is above it.
double t_below(double degrees, double value);
double t_above(double degrees, double value);

/// The quantile of the normal distribution of mean 0 and variance 1, 0 < probability < 1.
double normal_quantile(double probability);

/// Two neighbours around a root of a continuous function that has values of different signs at both ends: equal in so
/// many bits, or what `steps` evaluations reach. TOMS 748 (Alefeld, Potra and Shi 1995).
std::pair<double, double> around_root(const std::function<double(double)>& function, double low, double high,
                                      double at_low, double at_high, int bits, std::uintmax_t steps);

} // namespace balak::tournament
