// Bots as shared libraries (balak/bot.h).
#pragma once

#include "balak/bot.h"
#include "balak/rules.hpp"
#include "balak/strategy.hpp"
#include "io/json.hpp"

#include <memory>
#include <string>

namespace balak::bots {

/// A library that is loaded. It stays so until the program ends: what it started may go on.
class Library {
public:
    /// Loads a file, which is looked for nowhere else. Throws io::InputError, a sentence that begins with the path, if
    /// it cannot be loaded, exports no `balak_bot`, or is of another version or lacks a function.
    explicit Library(const std::string& path);

    const std::string& path() const { return path_; }
    /// What results call it; may be empty.
    const std::string& name() const { return name_; }
    const std::string& release() const { return release_; }
    bool reproducible() const { return bot_->reproducible != 0; }
    /// A hash of the file as 32 hexadecimal digits: it tells one build of a bot from another.
    const std::string& digest() const { return digest_; }

    /// A player, for one seat and one thread, which refers to neither argument. Throws io::InputError with the
    /// library's own reason if it does not want these rules or options. Its `choose` throws IllegalMove where the
    /// library chooses none of the moves.
    std::unique_ptr<Strategy> make(const RuleSet& rules, const io::Json& options) const;

private:
    std::string path_;
    const BalakBot* bot_;
    std::string name_;
    std::string release_;
    std::string digest_;
};

/// What a library is told of the rules.
BalakRules library_rules(const RuleSet& rules);

/// What a library is asked. It refers to the observation.
void ask_library(const Observation& seen, BalakQuestion& question);

} // namespace balak::bots
