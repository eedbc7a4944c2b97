// Bots in configs and on the command line.
#pragma once

#include "io/reader.hpp"
#include "tournament/tournament.hpp"

#include <span>
#include <string>
#include <string_view>

namespace balak::io {

/// Whether an entrant's type, or the beginning of a text that names one, is that of a bot: `command`, `library`.
bool is_bot_type(std::string_view type);

/// What `on_fault` may be, the default first.
std::span<const std::string_view> on_fault_names();

/// A bot from `command:python3 mine.py` or `library:./mine.so`; words are split at blanks, but not inside of quotes.
/// Throws InputError, whose text begins with `place`.
tournament::Entrant named_bot(const std::string& spec, const std::string& place);

/// A bot from an object with the `type`. Its folder or path is relative to `base`.
tournament::Entrant read_bot(const Node& node, const std::string& base);

/// A bot's entry, all defaults resolved.
Json bot_json(const tournament::Entrant& entrant);

/// What identifies a run of it: neither how many processes play nor how long they may take nor where they are, but who
/// it says it is.
Json bot_identity(const tournament::Entrant& entrant);

/// Takes what the bots of a run have said of themselves from its identity.
void read_introductions(const Json& identity, tournament::Tournament& tournament);

/// Throws InputError if an option of a strategy names a bot.
void require_no_bot(const Node& node);

} // namespace balak::io
