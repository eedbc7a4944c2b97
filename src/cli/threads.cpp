#include "cli/threads.hpp"

#include "cli/terminal.hpp"

#include <future>
#include <system_error>
#include <thread>
#include <vector>

namespace balak::cli {

int available_threads(int wanted) {
    const int all = wanted > 0 ? wanted : static_cast<int>(std::thread::hardware_concurrency());
    std::promise<void> end;
    const std::shared_future<void> ended = end.get_future().share();
    std::vector<std::jthread> others; // this one plays too
    try {
        while (static_cast<int>(others.size()) + 1 < all) {
            others.emplace_back([ended] { ended.wait(); });
        }
    } catch (const std::system_error& error) {
        const int made = static_cast<int>(others.size()) + 1;
        end.set_value();
        say("only {} of {} threads can be made ({}); the run goes on with {}", made, all, error.code().message(), made);
        return made;
    }
    end.set_value();
    return wanted;
}

} // namespace balak::cli
