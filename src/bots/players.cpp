#include "bots/players.hpp"

#include "bots/running_clock.hpp"
#include "io/output_file.hpp"
#include "io/reader.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

namespace balak::bots {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::milliseconds tick_time{20};
constexpr std::size_t most_matches_at_once = 8192; // of a thread

std::string hello_of(const RuleSet& rules, const Bot& bot) {
    std::string line;
    append_hello(line, rules, io::Json::parse(bot.options), bot.move_ms);
    return line;
}

} // namespace

/// Those under one rule set. A thread of their own talks to all processes, so that a bot's time is measured and its
/// output read however long the others compute.
class Bots::Players : public tournament::Outside, public ChannelOwner {
public:
    Players(Bots& bots, std::size_t rule_set, int threads);
    Players(const Players&) = delete;
    Players& operator=(const Players&) = delete;
    ~Players() override;

    std::unique_ptr<Strategy> at_once(std::size_t entrant) override;
    std::size_t matches_at_once() const override { return matches_at_once_; }
    std::unique_ptr<tournament::RemotePlayers> later() override;

    /// The channel of a match that has this slot of a thread.
    Channel& channel(std::size_t entrant, Seat seat, std::size_t thread, std::size_t slot);

private:
    asio::io_context& loop() override { return loop_; }
    double now() override { return clock_.now(); }
    Log* log() override { return bots_.log_ ? &*bots_.log_ : nullptr; }
    void stop(const std::string& sentence, const std::string& question) override;
    bool stopped() const override { return stopped_; }
    void tick();

    using Channels = std::vector<std::unique_ptr<Channel>>;

    Bots& bots_;
    const RuleSet& rules_;
    std::size_t threads_;
    std::size_t matches_at_once_ = 0;
    asio::io_context loop_{1};
    asio::executor_work_guard<asio::io_context::executor_type> work_{loop_.get_executor()};
    asio::steady_timer timer_{loop_};
    RunningClock clock_;
    std::vector<PerSeat<Channels>> channels_; // by entrant
    std::mutex mutex_;                        // of the mailboxes and the failure
    std::deque<Mailbox> mailboxes_;           // by thread
    std::string failure_;
    std::atomic<bool> stopped_ = false;
    std::thread thread_;
};

/// What one thread sees of them.
class Bots::ThreadPlayers : public tournament::RemotePlayers {
public:
    ThreadPlayers(Players& players, std::size_t thread, Mailbox& mailbox)
        : players_(players), thread_(thread), mailbox_(mailbox) {}

    void ask(const tournament::AskedMatch& asked, const Observation& seen) override {
        players_.channel(asked.entrant, seen.seat, thread_, asked.slot).ask(mailbox_, asked, seen);
    }
    void take(std::vector<tournament::RemoteReply>& replies) override { mailbox_.take(replies); }

private:
    Players& players_;
    std::size_t thread_;
    Mailbox& mailbox_;
};

Bots::Players::Players(Bots& bots, std::size_t rule_set, int threads)
    : bots_(bots), rules_(bots.tournament_.rules[rule_set]), threads_(static_cast<std::size_t>(threads)),
      channels_(bots.bots_.size()) {
    for (std::size_t entrant = 0; entrant < channels_.size(); ++entrant) {
        BotInRun* const bot = bots.bots_[entrant].get();
        if (bot == nullptr || bot->bot.is_library()) {
            continue;
        }
        const std::string hello = hello_of(rules_, bot->bot);
        const std::size_t processes = bot->bot.processes > 0 ? static_cast<std::size_t>(bot->bot.processes) : threads_;
        for (const Seat seat : seats(rules_.players)) {
            for (std::size_t number = 0; number < processes; ++number) {
                channels_[entrant][seat].push_back(std::make_unique<Channel>(
                    *this, *bot, fmt::format("{} seat {} #{}", bot->name, seat.number(), number), hello));
            }
        }
        // One and a half matches for each question that may be open: while some are played on, all processes have work.
        const std::size_t of_thread = std::max<std::size_t>(1, (processes + threads_ - 1) / threads_);
        const auto at_once = static_cast<std::size_t>(bot->bot.introduction.at_once);
        matches_at_once_ += 3 * of_thread * at_once * static_cast<std::size_t>(rules_.players) / 2 + 1;
    }
    matches_at_once_ = std::min(matches_at_once_, most_matches_at_once);
    tick();
    thread_ = std::thread([this] { loop_.run(); });
}

Bots::Players::~Players() {
    asio::post(loop_, [this] {
        stopped_ = true;
        timer_.cancel();
        for (const PerSeat<Channels>& seats_of_bot : channels_) {
            for (const Channels& channels : seats_of_bot.values) {
                std::ranges::for_each(channels, [](const auto& channel) { channel->quit(); });
            }
        }
        work_.reset();
    });
    // The loop ends when the last guard is gone.
    thread_.join();
}

std::unique_ptr<Strategy> Bots::Players::at_once(std::size_t entrant) {
    const std::unique_ptr<Library>& library = bots_.libraries_[entrant];
    if (!library) {
        return nullptr;
    }
    return library->make(rules_, io::Json::parse(bots_.bots_[entrant]->bot.options));
}

std::unique_ptr<tournament::RemotePlayers> Bots::Players::later() {
    const std::scoped_lock lock(mutex_);
    Mailbox& mailbox = mailboxes_.emplace_back();
    if (!failure_.empty()) {
        mailbox.fail(failure_);
    }
    return std::make_unique<ThreadPlayers>(*this, mailboxes_.size() - 1, mailbox);
}

Channel& Bots::Players::channel(std::size_t entrant, Seat seat, std::size_t thread, std::size_t slot) {
    const Channels& channels = channels_[entrant][seat];
    const std::size_t own = thread % threads_;
    // More threads than processes share them; else a thread has every threads_-th for itself.
    if (channels.size() <= threads_) {
        return *channels[own % channels.size()];
    }
    const std::size_t count = (channels.size() - own + threads_ - 1) / threads_;
    return *channels[own + slot % count * threads_];
}

void Bots::Players::stop(const std::string& sentence, const std::string& question) {
    if (stopped_.exchange(true)) {
        return;
    }
    const std::scoped_lock lock(mutex_);
    failure_ = sentence;
    const std::string& file = bots_.settings_.question;
    if (!file.empty() && !question.empty()) {
        try {
            io::OutputFile(file).write(question);
            failure_ += fmt::format("; `balak bot ask {} COMMAND` asks this question again", file);
        } catch (const std::runtime_error& error) {
            failure_ += fmt::format("; the question cannot be kept in {}: {}", file, error.what());
        }
    }
    for (Mailbox& mailbox : mailboxes_) {
        mailbox.fail(failure_);
    }
}

void Bots::Players::tick() {
    now();
    for (const PerSeat<Channels>& seats_of_bot : channels_) {
        for (const Channels& channels : seats_of_bot.values) {
            std::ranges::for_each(channels, [](const auto& channel) { channel->tick(); });
        }
    }
    timer_.expires_after(tick_time);
    timer_.async_wait([this](boost::system::error_code error) {
        if (!error && work_.owns_work()) {
            tick();
        }
    });
}

Bots::Bots(const tournament::Tournament& tournament, Settings settings)
    : tournament_(tournament), settings_(std::move(settings)) {
    if (!settings_.log.empty()) {
        log_.emplace(settings_.log);
    }
    for (const tournament::Entrant& entrant : tournament.entrants) {
        bots_.push_back(nullptr);
        libraries_.push_back(nullptr);
        if (entrant.bot) {
            bots_.back() = std::make_unique<BotInRun>();
            bots_.back()->bot = *entrant.bot;
            bots_.back()->name = entrant.name;
            if (entrant.bot->is_library()) {
                libraries_.back() = std::make_unique<Library>(entrant.bot->path);
            }
        }
    }
}

Bots::~Bots() = default;

std::unique_ptr<tournament::Outside> Bots::outside(std::size_t rule_set, int threads) {
    return std::make_unique<Players>(*this, rule_set, threads);
}

BotUse Bots::use(std::size_t entrant) {
    BotInRun& bot = *bots_[entrant];
    const std::scoped_lock lock(bot.mutex);
    return bot.use;
}

} // namespace balak::bots
