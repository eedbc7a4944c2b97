// Stopping rules in configs and on the command line, and where they stand in results.
#include "io/stop_config.hpp"

#include "io/limits.hpp"
#include "io/schema_parts.hpp"
#include "tournament/stopped_estimate.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace balak::io {
namespace {

using namespace tournament;

constexpr std::array<std::string_view, 2> rule_names{"sprt", "confidence-sequence"};
constexpr std::array<std::string_view, 2> sprt_measures{"elo", "points"};
constexpr std::array<std::string_view, 2> interval_measures{"points", "win-rate"};
constexpr std::array<std::string_view, 6> decision_names{"none", "H0", "H1", "a-better", "b-better", "width-reached"};

double chance(const Node& rule, std::string_view key, double absent) {
    return rule.has(key) ? rule.at(key).number(limits::least_chance, limits::most_chance) : absent;
}

Sprt read_sprt(const Node& node) {
    constexpr std::array<std::string_view, 6> keys{"rule", "measure", "h0", "h1", "alpha", "beta"};
    node.require_keys(keys);
    Sprt rule;
    if (node.has("measure")) {
        rule.measure = static_cast<Sprt::Measure>(node.at("measure").choice(sprt_measures));
    }
    const std::string_view unit = rule.measure == Sprt::Measure::elo ? "normalized Elo" : "points a round";
    for (const std::string_view key : {"h0", "h1"}) {
        if (!node.has(key)) {
            node.fail(fmt::format("the key \"{}\" is missing: the difference that {} stands for, in {}", key,
                                  key == "h0" ? "H0" : "H1", unit));
        }
    }
    rule.h0 = node.at("h0").number(-limits::hypothesis, limits::hypothesis);
    rule.h1 = node.at("h1").number(-limits::hypothesis, limits::hypothesis);
    // A difference below this is lost in rounding, and no run is long enough to tell it. That of 1 and 1.001 is
    // rounded.
    if (!(rule.h1 - rule.h0 >= 1e-3 - 1e-9)) {
        node.at("h1").expected(fmt::format("more than \"h0\", which is {}, by 0.001 at least", rule.h0));
    }
    rule.alpha = chance(node, "alpha", rule.alpha);
    rule.beta = chance(node, "beta", rule.beta);
    return rule;
}

ConfidenceSequence read_sequence(const Node& node) {
    constexpr std::array<std::string_view, 4> keys{"rule", "measure", "alpha", "until"};
    node.require_keys(keys);
    ConfidenceSequence rule;
    if (node.has("measure")) {
        rule.measure = static_cast<ConfidenceSequence::Measure>(node.at("measure").choice(interval_measures));
    }
    rule.alpha = chance(node, "alpha", rule.alpha);
    if (node.has("until")) {
        const Node until = node.at("until");
        if (until.is_object()) {
            constexpr std::array<std::string_view, 1> width{"width"};
            until.require_keys(width);
            if (!until.has("width")) {
                until.fail("the key \"width\" is missing: from end to end of the interval");
            }
            // A share of matches is from 0 to 1.
            const bool is_share = rule.measure == ConfidenceSequence::Measure::win_rate;
            rule.width = until.at("width").number(limits::least_width, is_share ? 1 : limits::most_width);
        } else if (!until.is_string() || until.text() != "separated") {
            until.expected("\"separated\" or an object as {\"width\": 0.5}");
        }
    }
    return rule;
}

/// Why there is no corrected estimate after an SPRT, or no interval of it.
constexpr std::string_view no_estimate = "its hypotheses are so far apart that a few looks decide, or no deal differs";
constexpr std::string_view no_interval = "the difference is so far off the hypotheses that it would be too narrow";

Json sprt_json(const Sprt& rule, const PairingStop& state) {
    Json json = {{"llr", state.llr}, {"bounds", {state.lower_bound, state.upper_bound}}, {"corrected", nullptr}};
    const auto corrected = stopped_estimate(rule, state);
    if (!corrected) {
        json["not_corrected_because"] = no_estimate;
        return json;
    }
    json["corrected"] = {{"median_unbiased", corrected->median_unbiased}, {"ci95", nullptr}};
    if (corrected->interval) {
        json["corrected"]["ci95"] = {corrected->interval->low, corrected->interval->high};
    } else {
        json["corrected"]["no_ci95_because"] = no_interval;
    }
    return json;
}

/// A number as it is said in a sentence: `5`, `-2.5`.
std::string plain(double number) {
    return fmt::format("{:.6g}", number);
}

std::string sprt_sentence(const Sprt& rule, const PairingStop& state, const std::string& a, const std::string& b) {
    const bool elo = rule.measure == Sprt::Measure::elo;
    const std::string_view unit = elo ? "normalized Elo" : "points a round";
    const auto named = [&](double h) { return fmt::format("{} {}", plain(h), unit); };
    std::string text;
    if (state.decision == Decision::none) {
        text = fmt::format("{} - {}: SPRT undecided between {} and {} after {} deals (LLR {:.2f}, bounds {:.2f} and "
                           "{:.2f})",
                           a, b, plain(rule.h0), named(rule.h1), state.deals, state.llr, state.lower_bound,
                           state.upper_bound);
    } else {
        const bool h1 = state.decision == Decision::h1;
        text = fmt::format("{} - {}: SPRT took {} ({}, against {}) at deal {} (LLR {:.2f})", a, b, h1 ? "H1" : "H0",
                           named(h1 ? rule.h1 : rule.h0), plain(h1 ? rule.h0 : rule.h1), state.deals, state.llr);
    }
    if (const auto corrected = stopped_estimate(rule, state)) {
        text +=
            fmt::format("; corrected for stopping the difference is {:+.{}f}", corrected->median_unbiased, elo ? 1 : 3);
        if (corrected->interval) {
            text += fmt::format(", 95 % interval {:+.{}f} to {:+.{}f}", corrected->interval->low, elo ? 1 : 3,
                                corrected->interval->high, elo ? 1 : 3);
        } else {
            text += fmt::format(", without an interval: {}", no_interval);
        }
    } else {
        text += fmt::format("; not corrected for stopping: {}", no_estimate);
    }
    return text + '.';
}

std::string sequence_sentence(const ConfidenceSequence& rule, const PairingStop& state, const std::string& a,
                              const std::string& b) {
    const bool points = rule.measure == ConfidenceSequence::Measure::points;
    const std::string interval = points ? fmt::format("{:+.2f} to {:+.2f} points a match", state.low, state.high)
                                        : fmt::format("win rate {:.2f} to {:.2f} %", 100 * state.low, 100 * state.high);
    const auto decided = [&] {
        switch (state.decision) {
        case Decision::a_better:
            return fmt::format("{} is better", a);
        case Decision::b_better:
            return fmt::format("{} is better", b);
        case Decision::width_reached:
            return std::string("narrow enough");
        default:
            return std::string(rule.width ? "not narrow enough" : "not separated");
        }
    };
    return fmt::format("{} - {}: {} at deal {}; {} at all looks with {} % confidence.", a, b, decided(), state.deals,
                       interval, plain(100 * (1 - rule.alpha)));
}

} // namespace

StopRule read_stop(const Node& node) {
    if (!node.is_object()) {
        node.expected("an object with a \"rule\"");
    }
    if (!node.has("rule")) {
        node.fail(fmt::format("the key \"rule\" is missing: {}", list_of(rule_names)));
    }
    return node.at("rule").choice(rule_names) == 0 ? StopRule(read_sprt(node)) : StopRule(read_sequence(node));
}

StopRule named_stop(const std::string& text, const std::string& place) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string name = text.substr(0, colon);
    Json json = {{"rule", name}};
    for (std::size_t from = colon; from < text.size();) {
        const std::size_t end = std::min(text.find(',', from + 1), text.size());
        const std::string part = text.substr(from + 1, end - from - 1);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            throw InputError(fmt::format("{}: {} says nothing, expected KEY=VALUE", place, quoted(part)));
        }
        const std::string key = part.substr(0, equals);
        const std::string value = part.substr(equals + 1);
        const bool is_width = key == "width" && name == rule_names[1];
        if (json.contains(is_width ? "until" : key)) {
            throw InputError(fmt::format("{}: the key {} is there twice", place, quoted(is_width ? "until" : key)));
        }
        const Json number = Json::parse(value, nullptr, false);
        const Json read = number.is_number() ? number : Json(value);
        if (is_width) {
            json["until"]["width"] = read;
        } else {
            json[key] = read;
        }
        from = end;
    }
    return read_stop(Node(json, place));
}

Json to_json(const StopRule& rule) {
    if (const auto* sprt = std::get_if<Sprt>(&rule)) {
        return {{"rule", rule_names[0]}, {"measure", sprt_measures[static_cast<std::size_t>(sprt->measure)]},
                {"h0", sprt->h0},        {"h1", sprt->h1},
                {"alpha", sprt->alpha},  {"beta", sprt->beta}};
    }
    const auto& sequence = std::get<ConfidenceSequence>(rule);
    Json json = {{"rule", rule_names[1]},
                 {"measure", interval_measures[static_cast<std::size_t>(sequence.measure)]},
                 {"alpha", sequence.alpha},
                 {"until", "separated"}};
    if (sequence.width) {
        json["until"] = {{"width", *sequence.width}};
    }
    return json;
}

Json stop_schema() {
    using namespace schema;
    const auto rule = [](std::size_t place) -> Json { return {{"const", rule_names[place]}}; };
    const Json hypothesis = number(-limits::hypothesis, limits::hypothesis);
    const Json chance = number(limits::least_chance, limits::most_chance);
    const auto measure = [](const auto& names, auto standard) {
        return with_default(one_of(names), names[static_cast<std::size_t>(standard)]);
    };
    const Sprt sprt;
    const ConfidenceSequence sequence;
    const Json sprt_keys = {
        {"rule", rule(0)},
        {"measure", described("of h0 and h1: normalized Elo, or points a round", measure(sprt_measures, sprt.measure))},
        {"h0", described("the difference that H0 stands for", hypothesis)},
        {"h1", described("the difference that H1 stands for, above h0", hypothesis)},
        {"alpha", described("chance of taking H1 though H0 is true", with_default(chance, sprt.alpha))},
        {"beta", described("chance of taking H0 though H1 is true", with_default(chance, sprt.beta))},
    };
    const Json width = object(
        {{"width", described("of the interval, from end to end", number(limits::least_width, limits::most_width))}},
        {"width"});
    Json until = with_default(Json::object(), "separated");
    until["anyOf"] = Json::array({{{"const", "separated"}}, width});
    const Json sequence_keys = {
        {"rule", rule(1)},
        {"measure", described("of the interval: points a match, or the share of matches won",
                              measure(interval_measures, sequence.measure))},
        {"alpha", described("chance that the interval ever misses the truth", with_default(chance, sequence.alpha))},
        {"until",
         described("separated: the interval does not hold what two equals would get; width: from end to end", until)},
    };
    return {{"oneOf",
             Json::array({described("Wald's test of two hypotheses, seen from a pairing's first strategy",
                                    object(sprt_keys, {"rule", "h0", "h1"})),
                          described("an interval that holds at all looks at once", object(sequence_keys, {"rule"}))})}};
}

Json stop_json(const StopRule& rule, const PairingStop& state) {
    Json json = {{"rule", to_json(rule)["rule"]},
                 {"measure", to_json(rule)["measure"]},
                 {"looks", state.looks},
                 {"deals", state.deals},
                 {"decision", decision_names[static_cast<std::size_t>(state.decision)]},
                 {"estimate", state.estimate},
                 {"estimate_after_stopping", true}};
    if (const auto* sprt = std::get_if<Sprt>(&rule)) {
        json.update(sprt_json(*sprt, state));
    } else {
        json["interval"] = {state.low, state.high};
    }
    return json;
}

std::string stop_sentence(const StopRule& rule, const PairingStop& state, const std::string& a, const std::string& b) {
    if (state.looks == 0) {
        return fmt::format("{} - {}: too few deals for a first look.", a, b);
    }
    const auto* sprt = std::get_if<Sprt>(&rule);
    return sprt != nullptr ? sprt_sentence(*sprt, state, a, b)
                           : sequence_sentence(std::get<ConfidenceSequence>(rule), state, a, b);
}

} // namespace balak::io
