#include "cli/team.hpp"

#include "cli/user_error.hpp"

#include <cstdlib>
#include <exception>

#ifdef BALAK_MPI
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#endif

namespace balak::cli {

#ifdef BALAK_MPI

namespace {

/// Whether a launcher has started this process. Joining alone would cost a tenth of a second for nothing.
bool launched() {
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
        if (std::getenv(name) != nullptr) {
            return true;
        }
    }
    return false;
}

/// Texts longer than an int can count go in pieces.
constexpr std::size_t piece = 1U << 30U;

} // namespace

Team::Team() : exceptions_(std::uncaught_exceptions()) {
    if (launched()) {
        // One thread at a time calls MPI; others play meanwhile.
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &number_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
    }
}

Team::~Team() {
    int joined = 0;
    MPI_Initialized(&joined);
    if (joined == 0) {
        return;
    }
    // Who ends by an exception does not say goodbye: mpirun then ends the others, who may wait for what will not come.
    if (std::uncaught_exceptions() == exceptions_) {
        MPI_Finalize();
    }
}

std::vector<std::string> Team::gather(const std::string& text) const {
    if (alone()) {
        return {text};
    }
    const std::uint64_t own = text.size();
    std::vector<std::uint64_t> sizes(number_ == 0 ? static_cast<std::size_t>(size_) : 0);
    MPI_Gather(&own, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (number_ != 0) {
        for (std::size_t at = 0; at < text.size(); at += piece) {
            const auto count = static_cast<int>(std::min(piece, text.size() - at));
            MPI_Send(text.data() + at, count, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
        return {};
    }
    std::vector<std::string> texts{text};
    for (int from = 1; from < size_; ++from) {
        std::string& theirs = texts.emplace_back(sizes[static_cast<std::size_t>(from)], '\0');
        for (std::size_t at = 0; at < theirs.size(); at += piece) {
            const auto count = static_cast<int>(std::min(piece, theirs.size() - at));
            MPI_Recv(theirs.data() + at, count, MPI_CHAR, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    return texts;
}

int Team::broadcast(int value) const {
    if (!alone()) {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    return value;
}

#else

Team::Team() {
    const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
    if (size != nullptr && std::string(size) != "1") {
        throw UserError("mpirun has started several processes, but this balak was built without MPI; configure it with "
                        "-DBALAK_MPI=ON");
    }
}

Team::~Team() = default;

std::vector<std::string> Team::gather(const std::string& text) const {
    return {text};
}

int Team::broadcast(int value) const {
    return value;
}

#endif

} // namespace balak::cli
