// Verdicts on record files: by the independent referee, a Python program, and by balak's own judge.
#pragma once

#include "io/judge.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace balak::testing {

/// What was found wrong with the lines of a file. Faults of the run as a whole are at line 0.
struct Verdict {
    struct Line {
        std::optional<std::size_t> move; ///< the first one that a fault is about
        std::vector<std::string> texts;
        bool operator==(const Line& other) const { return move == other.move; } ///< the words may differ
    };

    std::map<std::size_t, Line> faulty;

    bool operator==(const Verdict&) const = default;
};

/// The text of a verdict for the message of a failed test.
inline std::string to_string(const Verdict& verdict) {
    std::string text;
    for (const auto& [number, line] : verdict.faulty) {
        for (const std::string& fault : line.texts) {
            text += "  line " + std::to_string(number) + ": " + fault + "\n";
        }
    }
    return text.empty() ? "  no fault\n" : text;
}

inline Verdict judge(std::string_view text, bool complete, bool presets) {
    Verdict verdict;
    io::Judge judge(presets);
    const auto note = [&](const std::vector<io::Fault>& faults, bool whole_run) {
        for (const io::Fault& fault : faults) {
            Verdict::Line& line = verdict.faulty[whole_run ? 0 : fault.line];
            line.move = line.move ? line.move : fault.move;
            line.texts.push_back(to_string(fault));
        }
    };
    while (!text.empty()) {
        const std::size_t size = std::min(text.size(), text.find('\n') == text.npos ? text.npos : text.find('\n') + 1);
        note(judge.judge(text.substr(0, size)).faults, false);
        text.remove_prefix(size);
    }
    if (complete) {
        note(judge.incomplete(), true);
    }
    return verdict;
}

/// The referee program: that of tests/referee, or another one that the environment variable BALAK_REFEREE names.
inline std::string referee_path() {
    const char* given = std::getenv("BALAK_REFEREE");
    return given != nullptr ? given : BALAK_REFEREE;
}

/// Files to be judged by the referee, all in one process.
class RefereeFiles {
public:
    RefereeFiles() {
        std::string name = (std::filesystem::temp_directory_path() / "balak-referee-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot make a directory for the record files");
        }
        folder_ = name;
    }
    ~RefereeFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    RefereeFiles(const RefereeFiles&) = delete;
    RefereeFiles& operator=(const RefereeFiles&) = delete;

    void add(const std::string& text) {
        std::ofstream file(folder_ / std::to_string(count_++), std::ios::binary);
        file << text;
        if (!file.flush()) {
            throw std::runtime_error("cannot write a record file");
        }
    }

    struct Outcome {
        std::vector<Verdict> verdicts; ///< one a file, in the order of add()
        std::size_t rounds = 0;
        std::size_t matches = 0;
        std::size_t violations = 0;
    };

    Outcome ask(bool complete, bool presets) const {
        std::string command = "cd '" + folder_.string() + "' && ls | sort -n | xargs -n 100000 -s 2000000 python3 '" +
                              std::filesystem::absolute(referee_path()).string() + "'" +
                              (complete ? " --complete" : "") + (presets ? " --presets" : "");
        const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
        Outcome outcome;
        outcome.verdicts.resize(count_);
        std::string text;
        for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe.get())) != EOF;) {
            text += static_cast<char>(c);
        }
        std::istringstream lines(text);
        bool summed = false;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string word;
            if (words >> outcome.rounds >> word >> outcome.matches >> word >> outcome.violations) {
                summed = true;
            } else {
                read_fault(line, outcome);
            }
        }
        if (!summed) {
            throw std::runtime_error("the referee gave no verdict: " + text);
        }
        return outcome;
    }

private:
    /// FILE:LINE match M round R: what (rule)
    static void read_fault(const std::string& line, Outcome& outcome) {
        std::size_t file = 0;
        std::size_t number = 0;
        char round[64] = "";
        int read = 0;
        if (std::sscanf(line.c_str(), "%zu:%zu match %*s round %63[^:]:%n", &file, &number, round, &read) < 3 ||
            read == 0 || file >= outcome.verdicts.size()) {
            throw std::runtime_error("the referee's line cannot be read: " + line);
        }
        const std::string what = line.substr(static_cast<std::size_t>(read));
        const bool whole_run =
            what.find("the match breaks off (") != what.npos || what.find("are not numbered") != what.npos;
        Verdict::Line& verdict = outcome.verdicts[file].faulty[whole_run ? 0 : number];
        std::size_t move = 0;
        if (!verdict.move && std::sscanf(what.c_str(), " move %zu ", &move) == 1) {
            verdict.move = move;
        }
        verdict.texts.push_back(line);
    }

    std::filesystem::path folder_;
    std::size_t count_ = 0;
};

} // namespace balak::testing
