// What plays rounds in slices by itself, and says so.
#pragma once

namespace balak::slices {

/// A strategy whose roll-outs may be played in slices.
class UsesSlices {
public:
    UsesSlices() = default;
    UsesSlices(const UsesSlices&) = delete;
    UsesSlices& operator=(const UsesSlices&) = delete;
    virtual ~UsesSlices() = default;

    /// Whether it has played any there.
    virtual bool has_used_slices() const = 0;
};

} // namespace balak::slices
