#include "tournament/distributions.hpp"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/roots.hpp>

namespace balak::tournament {

using boost::math::students_t;

double t_quantile(double degrees, double probability) {
    return quantile(students_t(degrees), probability);
}

double t_below(double degrees, double value) {
    return cdf(students_t(degrees), value);
}

double t_above(double degrees, double value) {
    return cdf(complement(students_t(degrees), value));
}

double normal_quantile(double probability) {
    return quantile(boost::math::normal(), probability);
}

std::pair<double, double> around_root(const std::function<double(double)>& function, double low, double high,
                                      double at_low, double at_high, int bits, std::uintmax_t steps) {
    const boost::math::tools::eps_tolerance<double> close(static_cast<unsigned>(bits));
    return boost::math::tools::toms748_solve(function, low, high, at_low, at_high, close, steps);
}

} // namespace balak::tournament
