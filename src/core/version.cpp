#include "balak/version.hpp"

namespace balak {

std::string_view version() {
    return BALAK_VERSION;
}

} // namespace balak
