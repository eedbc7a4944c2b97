// Configs to test with: wrong ones, each with what its sentence must say, and odd ones that are right.
#pragma once

#include "io/config.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace balak::testing {

/// A config that must be refused.
struct BadConfig {
    std::string_view title;
    std::string config;
    std::string_view place; ///< where the sentence says it is; empty: the document as a whole
    std::vector<std::string_view> says;
    bool schema_sees_it = true; ///< whether the JSON Schema refuses it too; it cannot know what a preset holds
};

/// A config that must be taken.
struct GoodConfig {
    std::string_view title;
    std::string config;
};

/// A small config with members set as in `changes`, the members of an object.
inline std::string config_with(const std::string& changes) {
    io::Json config = io::Json::parse(R"({"rules": "playboard", "strategies": ["random", "greedy-heavy"]})");
    config.update(io::Json::parse("{" + changes + "}"));
    return config.dump();
}

inline std::string with_rules(const std::string& rules) {
    return config_with("\"rules\": " + rules);
}

/// Two strategies, of which the second is as given.
inline std::string with_strategy(const std::string& strategy) {
    return config_with("\"strategies\": [\"random\", " + strategy + "]");
}

std::vector<BadConfig> bad_configs();
std::vector<GoodConfig> good_configs();

/// Reads configs from texts, by way of a file `config.json` in a folder of its own.
class ConfigFile {
public:
    ConfigFile() {
        std::string name = (std::filesystem::temp_directory_path() / "balak-config-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("no folder for temporary files");
        }
        folder_ = name;
    }
    ConfigFile(const ConfigFile&) = delete;
    ConfigFile& operator=(const ConfigFile&) = delete;
    ~ConfigFile() { std::filesystem::remove_all(folder_); }

    std::string name() const { return (folder_ / "config.json").string(); }
    io::Config read(const std::string& text) const {
        // A new file each time: some file systems wait for the disk where an old one is emptied and written again.
        std::filesystem::remove(name());
        std::ofstream(name(), std::ios::binary) << text;
        return io::read_config(name(), StrategyTable::builtin());
    }
    /// The sentence by which a text is refused; empty if it is taken.
    std::string refusal(const std::string& text) const {
        try {
            read(text);
        } catch (const io::InputError& error) {
            return error.what();
        }
        return {};
    }

private:
    std::filesystem::path folder_;
};

/// The configs that ship, `configs/*.json` without the schema.
inline std::vector<std::filesystem::path> shipped_configs() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(BALAK_CONFIGS)) {
        const std::filesystem::path& file = entry.path();
        if (file.extension() == ".json" && !file.filename().string().ends_with(".schema.json")) {
            files.push_back(file);
        }
    }
    return files;
}

inline std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace balak::testing
