// What plays rounds in lanes by itself, and says so.
#pragma once

namespace balak::batch {

/// A strategy whose roll-outs may be played in lanes.
class UsesLanes {
public:
    UsesLanes() = default;
    UsesLanes(const UsesLanes&) = delete;
    UsesLanes& operator=(const UsesLanes&) = delete;
    virtual ~UsesLanes() = default;

    /// Whether it has played any there.
    virtual bool has_used_lanes() const = 0;
};

} // namespace balak::batch
