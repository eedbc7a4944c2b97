#include "io/results_nodes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace balak::io {
namespace {

constexpr double far = 1e15; // of any figure

} // namespace

Node member(const Node& node, std::string_view key) {
    if (!node.is_object()) {
        node.expected("an object");
    }
    if (!node.has(key)) {
        node.fail(fmt::format("the key \"{}\" is missing", key));
    }
    return node.at(key);
}

std::vector<Node> list(const Node& node) {
    if (!node.is_array()) {
        node.expected("a list");
    }
    return node.items();
}

std::int64_t count(const Node& node) {
    return node.integer(0, most_count);
}

std::optional<double> number_or_null(const Node& node, double least, double greatest) {
    return node.value().is_null() ? std::nullopt : std::optional(node.number(least, greatest));
}

std::optional<tournament::Interval> read_interval(const Node& node) {
    if (node.value().is_null()) {
        return std::nullopt;
    }
    const std::vector<Node> ends = list(node);
    if (ends.size() != 2) {
        node.expected("the two ends of an interval, or null");
    }
    return tournament::Interval{ends[0].number(-far, far), ends[1].number(-far, far)};
}

tournament::Estimate read_estimate(const Node& node) {
    tournament::Estimate estimate;
    estimate.mean = member(node, "mean").number(-far, far);
    estimate.standard_error = number_or_null(member(node, "standard_error"), 0, far);
    estimate.interval = read_interval(member(node, "ci95"));
    return estimate;
}

} // namespace balak::io
