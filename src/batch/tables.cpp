#include "batch/tables.hpp"

#include <cstdint>

namespace balak::batch {

alignas(64) constexpr std::uint32_t ones_of_bytes[16] = {
    0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101,
    0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101, 0x01010101};

} // namespace balak::batch
