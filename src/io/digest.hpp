// Digests of files and counts: whether something was changed, not whether somebody meant to.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace balak::io {

/// A 64-bit digest of a text that comes piece by piece (XXH3).
class Digest {
public:
    Digest();
    Digest(Digest&&) noexcept;
    Digest& operator=(Digest&&) noexcept;
    ~Digest();

    void add(std::string_view piece);
    /// 16 hexadecimal digits.
    std::string text() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string digest_of(std::string_view text);

} // namespace balak::io
