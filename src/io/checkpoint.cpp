#include "io/checkpoint.hpp"

#include "balak/version.hpp"
#include "io/bot_config.hpp"
#include "io/digest.hpp"
#include "io/place.hpp"
#include "tournament/schedule.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <span>

namespace balak::io {
namespace {

using namespace tournament;

/// The bytes that a checksum is of.
std::string plain(const Json& json) {
    return json_text(json, -1);
}

/// All counts of a tally, in decimal.
std::string counts_text(const Tally& tally) {
    std::string text;
    Tally::each_count(
        [&](const auto& count) {
            fmt::format_to(std::back_inserter(text), "{}{}", text.empty() ? "" : " ", Int128{count});
        },
        tally);
    return text;
}

/// Takes numbers from a text one by one.
class CountReader {
public:
    explicit CountReader(std::string_view text) : left_(text) {}

    template <class T>
    void read(T& count) {
        const bool negative = left_.starts_with('-');
        left_.remove_prefix(negative ? 1 : 0);
        const std::size_t digits = std::min(left_.find(' '), left_.size());
        Int128 value = 0;
        // 10^37 fits into 128 bits.
        bool good = digits > 0 && digits <= 37;
        for (std::size_t i = 0; good && i < digits; ++i) {
            good = left_[i] >= '0' && left_[i] <= '9';
            value = 10 * value + (left_[i] - '0');
        }
        value = negative ? -value : value;
        if (!good || Int128{static_cast<T>(value)} != value) {
            throw std::runtime_error("a count is no number");
        }
        count = static_cast<T>(value);
        left_.remove_prefix(std::min(digits + 1, left_.size()));
    }
    bool at_end() const { return left_.empty(); }

private:
    std::string_view left_;
};

/// The numbers of a stopping rule's state, each named once: f(value) in a fixed order.
template <class F, class State>
void each_number(const F& f, State& stop) {
    f(stop.looks);
    f(stop.deals);
    f(stop.estimate);
    f(stop.llr);
    f(stop.lower_bound);
    f(stop.upper_bound);
    for (auto* const excursions : {&stop.down, &stop.up}) {
        f(excursions->count);
        f(excursions->record);
        f(excursions->sum);
        f(excursions->squares);
    }
    f(stop.information);
    f(stop.low);
    f(stop.high);
}

/// A text that gives the very same numbers again.
std::string stop_text(const PairingStop& stop) {
    std::string text = std::to_string(static_cast<int>(stop.decision));
    each_number([&](const auto& number) { fmt::format_to(std::back_inserter(text), " {}", number); }, stop);
    return text;
}

PairingStop read_stop(const std::string& text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto read = [&](auto& number) {
        const auto parsed = std::from_chars(at, end, number);
        if (parsed.ec != std::errc()) {
            throw std::runtime_error("the state of a stopping rule is no number");
        }
        at = parsed.ptr == end ? end : parsed.ptr + 1;
    };
    PairingStop stop;
    int decision = 0;
    read(decision);
    stop.decision = static_cast<Decision>(decision);
    each_number(read, stop);
    return stop;
}

Tally read_tally(const Tournament& tournament, const RuleSet& rules, const std::string& text) {
    Tally tally(rules, make_schedule(tournament.format, rules, tournament.entrants.size()), tournament.adjust);
    CountReader reader(text);
    Tally::each_count([&](auto& count) { reader.read(count); }, tally);
    if (!reader.at_end()) {
        throw std::runtime_error("there are too many counts");
    }
    return tally;
}

/// Recorded matches that were lost by faults.
Json forfeits_json(const std::vector<ForfeitedMatch>& forfeits) {
    Json list = Json::array();
    for (const ForfeitedMatch& one : forfeits) {
        list.push_back({one.match, one.rule_set, one.rounds, one.entrant, one.forfeit.side.number(),
                        static_cast<int>(one.forfeit.fault)});
    }
    return list;
}

std::vector<ForfeitedMatch> read_forfeits(const Json& json) {
    std::vector<ForfeitedMatch> list;
    for (const Json& one : json) {
        list.push_back({one.at(0).get<std::uint64_t>(),
                        one.at(1).get<std::size_t>(),
                        one.at(2).get<int>(),
                        one.at(3).get<std::size_t>(),
                        {Side(one.at(4).get<int>()), static_cast<bots::FaultKind>(one.at(5).get<int>())}});
    }
    return list;
}

SavedRun read_state(const Json& state, const Config& config) {
    SavedRun run;
    run.identity = state.at("identity");
    const Json& tallies = state.at("tallies");
    const auto& rules = config.tournament.rules;
    if (!tallies.is_array() || tallies.size() > rules.size()) {
        throw std::runtime_error("there are too many tallies");
    }
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        run.outcome.tallies.push_back(
            read_tally(config.tournament, rules[i], tallies[i].at("counts").get<std::string>()));
        run.outcome.stopped.push_back(tallies[i].at("stopped").get<bool>());
        auto& stops = run.outcome.stops.emplace_back();
        for (const Json& stop : tallies[i].at("stops")) {
            stops.push_back(read_stop(stop.get<std::string>()));
        }
    }
    run.outcome.complete = state.at("complete").get<bool>();
    run.outcome.threads = state.at("threads").get<int>();
    run.outcome.seconds = state.at("seconds").get<double>();
    run.outcome.targets = state.at("targets").get<std::set<std::string>>();
    run.outcome.rounds_in_slices = state.at("rounds_in_slices").get<std::uint64_t>();
    run.record_bytes = state.at("record_bytes").get<std::uint64_t>();
    run.outcome.matches_before = state.value("matches_before", std::uint64_t{0});
    run.outcome.rounds_before = state.value("rounds_before", std::uint64_t{0});
    run.record_digest = state.at("record_digest").get<std::string>();
    run.note_bytes = state.value("note_bytes", std::uint64_t{0});
    run.note_digest = state.value("note_digest", std::string());
    run.outcome.forfeits = read_forfeits(state.value("forfeits", Json::array()));
    return run;
}

/// `checkpoint` of `balak.checkpoint/1`
std::string_view kind_of(std::string_view schema) {
    schema.remove_prefix(std::min(schema.find('.') + 1, schema.size()));
    return schema.substr(0, schema.find('/'));
}

/// Throws InputError unless a document bears this schema and its checksum fits.
void require_sealed(const Json& json, std::string_view schema, const std::string& file) {
    const std::string_view kind = kind_of(schema);
    if (!json.is_object() || !json.contains("schema") || !json["schema"].is_string()) {
        throw InputError(fmt::format("{}: it is no {} of balak", file, kind));
    }
    const auto found = json["schema"].get<std::string>();
    if (found != schema) {
        throw InputError(kind_of(found) == kind
                             ? fmt::format("{}: it is a {} of another version of balak: its schema is "
                                           "{}, expected \"{}\"",
                                           file, kind, quoted(found), schema)
                             : fmt::format("{}: it is no {} of balak", file, kind));
    }
    if (!json.contains("checksum") || !json.contains("state") || json["checksum"] != digest_of(plain(json["state"]))) {
        throw InputError(fmt::format("{}: the {} is torn or was changed: its checksum does not fit", file, kind));
    }
}

std::string shown(const Json& value) {
    const std::string text = plain(value);
    std::size_t end = std::min<std::size_t>(text.size(), 60);
    // Not in the middle of a character.
    while (end < text.size() && (text[end] & 0xC0) == 0x80) {
        --end;
    }
    return text.substr(0, end) + (end < text.size() ? "..." : "");
}

std::uint64_t shard_part(const ShardRun& shard, const char* part) {
    return shard.run.identity["shard"][part].get<std::uint64_t>();
}

std::string shard_name(const ShardRun& shard) {
    return fmt::format("{}/{}", shard_part(shard, "number"), shard_part(shard, "of"));
}

} // namespace

std::string digest(const Tally& tally) {
    return digest_of(counts_text(tally));
}

Json run_identity(const Config& config, const Shard& shard, const std::string& signature, const std::string& extends) {
    Json identity = to_json(config);
    identity.erase("threads");
    identity.erase("output");
    for (std::size_t i = 0; i < config.tournament.entrants.size(); ++i) {
        if (config.tournament.entrants[i].bot) {
            identity["strategies"][i] = bot_identity(config.tournament.entrants[i]);
        }
    }
    // The lists of recorded matches must go on as they began.
    identity["record_matches"] = config.records.empty() ? 0 : config.record_matches;
    identity["shard"] = {{"number", shard.number + 1}, {"of", shard.count}};
    identity["version"] = version();
    identity["signature"] = signature;
    if (!extends.empty()) {
        identity["extends"] = extends;
    }
    return identity;
}

std::string difference(const Json& there, const Json& here) {
    const auto told = [](const std::string& name, const Json& one, const Json& other) {
        return fmt::format("\"{}\" is {} there and {} here", name, shown(one), shown(other));
    };
    const auto member = [](const std::string& name, const std::string& key) {
        return name.empty() ? key : fmt::format("{}.{}", name, key);
    };
    // An object's or a list's first difference inside says more than the whole.
    const auto find = [&](const auto& self, const std::string& name, const Json& one,
                          const Json& other) -> std::string {
        if (one == other) {
            return "";
        }
        if (one.is_object() && other.is_object()) {
            for (const auto& [key, value] : one.items()) {
                const Json its = other.contains(key) ? other[key] : Json(nullptr);
                if (value != its) {
                    return self(self, member(name, key), value, its);
                }
            }
            for (const auto& [key, value] : other.items()) {
                if (!one.contains(key)) {
                    return told(member(name, key), nullptr, value);
                }
            }
        }
        if (one.is_array() && other.is_array() && one.size() == other.size()) {
            for (std::size_t i = 0; i < one.size(); ++i) {
                if (one[i] != other[i]) {
                    return self(self, fmt::format("{}[{}]", name, i), one[i], other[i]);
                }
            }
        }
        if (name == "signature") {
            return "the first deal came out otherwise there: its balak, or a strategy in it, plays otherwise";
        }
        return told(name, one, other);
    };
    return find(find, "", there, here);
}

Json to_json(const SavedRun& run, std::string_view schema) {
    Json tallies = Json::array();
    for (std::size_t i = 0; i < run.outcome.tallies.size(); ++i) {
        Json stops = Json::array();
        for (const PairingStop& stop : run.outcome.stops[i]) {
            stops.push_back(stop_text(stop));
        }
        const bool stopped = run.outcome.stopped[i];
        tallies.push_back(
            {{"stopped", stopped}, {"stops", std::move(stops)}, {"counts", counts_text(run.outcome.tallies[i])}});
    }
    Json state = {{"identity", run.identity},         {"complete", run.outcome.complete},
                  {"threads", run.outcome.threads},   {"seconds", run.outcome.seconds},
                  {"targets", run.outcome.targets},   {"rounds_in_slices", run.outcome.rounds_in_slices},
                  {"record_bytes", run.record_bytes}, {"record_digest", run.record_digest},
                  {"tallies", std::move(tallies)}};
    if (run.outcome.matches_before > 0) {
        state["matches_before"] = run.outcome.matches_before;
        state["rounds_before"] = run.outcome.rounds_before;
    }
    if (run.note_bytes > 0) {
        state["note_bytes"] = run.note_bytes;
        state["note_digest"] = run.note_digest;
    }
    if (!run.outcome.forfeits.empty()) {
        state["forfeits"] = forfeits_json(run.outcome.forfeits);
    }
    std::string checksum = digest_of(plain(state));
    return {{"schema", schema}, {"checksum", std::move(checksum)}, {"state", std::move(state)}};
}

void add_counts(Json& results, const Config& config, const Outcome& outcome, const std::string& signature) {
    if (config.keep_counts && outcome.complete) {
        SavedRun run{run_identity(config, {}, signature), outcome};
        run.outcome.matches_before = 0;
        run.outcome.rounds_before = 0;
        results["counts"] = to_json(run, counts_schema);
    }
}

SavedRun read_saved_run(const Json& json, std::string_view schema, const Config& config, const std::string& file) {
    require_sealed(json, schema, file);
    try {
        return read_state(json["state"], config);
    } catch (const std::exception& error) {
        throw InputError(fmt::format("{}: the {} cannot be read: {}", file, kind_of(schema), error.what()));
    }
}

bool is_checkpoint(const std::string& file) {
    if (!place_of(file).is_file()) {
        return false;
    }
    std::array<char, 64> beginning{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(beginning.data(), beginning.size());
    const std::string_view text(beginning.data(), static_cast<std::size_t>(stream.gcount()));
    return text.find("\"schema\": \"balak.checkpoint/") != std::string_view::npos;
}

SavedRun read_checkpoint(const std::string& file, const Config& config, const Json& identity) {
    if (!place_of(file).is_file()) {
        throw InputError(fmt::format("{}: it is no file", file));
    }
    const std::string text = read_own_file(file);
    Json json;
    try {
        json = parse_json(text, file);
    } catch (const InputError&) {
        throw InputError(fmt::format("{}: it is torn, or no checkpoint of balak", file));
    }
    require_sealed(json, checkpoint_schema, file);
    // Of another run the counts are not even as many.
    const Json& state = json["state"];
    const std::string other = difference(state.value("identity", Json(nullptr)), identity);
    if (!other.empty()) {
        throw InputError(fmt::format("{}: the checkpoint is of another run: {}", file, other));
    }
    return read_saved_run(json, checkpoint_schema, config, file);
}

ShardRun read_shard(const Json& json, const Config& config, const std::string& file, const std::string& records) {
    require_sealed(json, shard_schema, file);
    Json expected = json["state"].value("identity", Json(nullptr));
    if (expected.is_object()) {
        // The config beside it says the rest.
        Json config_says = run_identity(config, {}, "");
        for (const char* const own : {"shard", "version", "signature"}) {
            config_says[own] = expected.value(own, Json(nullptr));
        }
        // So does what a bot has said of itself.
        for (std::size_t i = 0; i < config.tournament.entrants.size(); ++i) {
            const Json::json_pointer bot(fmt::format("/strategies/{}/bot", i));
            if (config_says.contains(bot) && expected.contains(bot)) {
                config_says[bot] = expected[bot];
            }
        }
        const std::string other = difference(expected, config_says);
        if (!other.empty()) {
            throw InputError(fmt::format("{}: the config was changed, it is not the shard's: {}", file, other));
        }
    }
    return {file, read_saved_run(json, shard_schema, config, file), records};
}

std::vector<ShardRun> ordered_shards(std::vector<ShardRun> shards) {
    if (shards.empty()) {
        throw InputError("there are no shards to merge");
    }
    const ShardRun& first = shards.front();
    const std::uint64_t count = shard_part(first, "of");
    for (const ShardRun& shard : shards) {
        if (shard_part(shard, "of") != count) {
            throw InputError(fmt::format("{} is shard {}, but {} is shard {}: they are not of one division", shard.file,
                                         shard_name(shard), first.file, shard_name(first)));
        }
        Json identity = shard.run.identity;
        identity["shard"] = first.run.identity["shard"];
        const std::string other = difference(first.run.identity, identity);
        if (!other.empty()) {
            throw InputError(fmt::format("{}: it is of another run than {}: {}", shard.file, first.file, other));
        }
        if (!shard.run.outcome.complete) {
            throw InputError(fmt::format("{}: shard {} is incomplete; play it to its end with --shard {} --resume",
                                         shard.file, shard_name(shard), shard_name(shard)));
        }
    }
    std::ranges::stable_sort(shards, {}, [](const ShardRun& shard) { return shard_part(shard, "number"); });
    for (std::size_t i = 1; i < shards.size(); ++i) {
        if (shard_part(shards[i], "number") == shard_part(shards[i - 1], "number")) {
            throw InputError(fmt::format("shard {} is there twice: {} and {}", shard_name(shards[i]),
                                         shards[i - 1].file, shards[i].file));
        }
    }
    for (std::uint64_t number = 1; number <= count; ++number) {
        if (number > shards.size() || shard_part(shards[number - 1], "number") != number) {
            throw InputError(
                fmt::format("shard {}/{} is missing: {} of {} are there", number, count, shards.size(), count));
        }
    }
    return shards;
}

Outcome merged(const std::vector<ShardRun>& shards) {
    Outcome whole = shards.front().run.outcome;
    for (const ShardRun& shard : std::span(shards).subspan(1)) {
        const Outcome& part = shard.run.outcome;
        for (std::size_t i = 0; i < whole.tallies.size(); ++i) {
            whole.tallies[i].merge(part.tallies[i]);
        }
        whole.threads = std::max(whole.threads, part.threads);
        whole.seconds += part.seconds;
        whole.targets.insert(part.targets.begin(), part.targets.end());
        whole.rounds_in_slices += part.rounds_in_slices;
        whole.forfeits.insert(whole.forfeits.end(), part.forfeits.begin(), part.forfeits.end());
    }
    return whole;
}

} // namespace balak::io
