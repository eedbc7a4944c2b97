// Where one thread waits for the replies of bots.
#pragma once

#include "tournament/remote.hpp"

#include <condition_variable>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace balak::bots {

class Mailbox {
public:
    /// For any thread.
    void put(tournament::RemoteReply reply) {
        const std::scoped_lock lock(mutex_);
        replies_.push_back(std::move(reply));
    }
    /// Wakes the thread that waits, after one or many were put.
    void wake() { filled_.notify_one(); }
    /// There will be no more replies, for this reason.
    void fail(const std::string& sentence) {
        const std::scoped_lock lock(mutex_);
        failure_ = sentence;
        filled_.notify_one();
    }
    /// Waits for replies and appends them. Throws std::runtime_error once it has failed.
    void take(std::vector<tournament::RemoteReply>& replies) {
        std::unique_lock lock(mutex_);
        filled_.wait(lock, [this] { return !replies_.empty() || !failure_.empty(); });
        if (!failure_.empty()) {
            throw std::runtime_error(failure_);
        }
        replies.insert(replies.end(), std::move_iterator(replies_.begin()), std::move_iterator(replies_.end()));
        replies_.clear();
    }

private:
    std::mutex mutex_;
    std::condition_variable filled_;
    std::vector<tournament::RemoteReply> replies_;
    std::string failure_;
};

} // namespace balak::bots
