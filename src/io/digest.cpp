#include "io/digest.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace balak::io {

struct Digest::State {
    XXH3_state_t hash;
};

Digest::Digest() : state_(std::make_unique<State>()) {
    XXH3_64bits_reset(&state_->hash);
}

Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;
Digest::~Digest() = default;

void Digest::add(std::string_view piece) {
    XXH3_64bits_update(&state_->hash, piece.data(), piece.size());
}

std::string Digest::text() const {
    return fmt::format("{:016x}", XXH3_64bits_digest(&state_->hash));
}

std::string digest_of(std::string_view text) {
    Digest digest;
    digest.add(text);
    return digest.text();
}

} // namespace balak::io
