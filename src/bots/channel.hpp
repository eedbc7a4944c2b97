// One process of a bot at a time, and the questions that wait for it.
#pragma once

#include "bots/bot.hpp"
#include "bots/log.hpp"
#include "bots/mailbox.hpp"
#include "bots/messages.hpp"
#include "bots/process.hpp"
#include "bots/use.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace balak::bots {

/// A bot in a run, as all of its processes share it. All but `use` belongs to the loop.
struct BotInRun {
    Bot bot;
    std::string name;
    std::mutex mutex; ///< of `use`
    BotUse use;
};

/// What channels need of those who run them. All is of the loop's thread.
class ChannelOwner {
public:
    ChannelOwner() = default;
    ChannelOwner(const ChannelOwner&) = delete;
    ChannelOwner& operator=(const ChannelOwner&) = delete;
    virtual ~ChannelOwner() = default;

    virtual boost::asio::io_context& loop() = 0;
    /// Seconds of balak's own time: it stands still while balak is stopped.
    virtual double now() = 0;
    virtual Log* log() = 0;
    /// The run ends. `question`: `hello` and `choose`, to be kept; may be empty.
    virtual void stop(const std::string& sentence, const std::string& question) = 0;
    virtual bool stopped() const = 0;
};

/// Questions to the processes of one seat that have the same number: one after the other, each started when it is
/// needed and the one before it is lost. The questions of one match all go to one channel, and a channel serves one
/// seat, so that no process is asked for two seats of a match.
class Channel {
public:
    /// `who`: for the log, `mine seat 0 #1`.
    Channel(ChannelOwner& owner, BotInRun& bot, std::string who, std::string hello);
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel();

    /// For any thread. The replies come to the mailbox.
    void ask(Mailbox& mailbox, const tournament::AskedMatch& asked, const Observation& seen);

    /// To be called some fifty times a second: it looks at the clock.
    void tick();
    /// Tells the process to end.
    void quit();

private:
    struct Question {
        Mailbox* mailbox = nullptr;
        std::size_t slot = 0;
        std::uint64_t id = 0;
        std::uint64_t match = 0;
        LegalMoves legal;
        bool opening = false;
        int round = 0;
        int turn = 0;
        Seat seat;
        std::string line;
        double sent = 0;
    };
    using Open = std::map<std::uint64_t, Question>;

    void pump();
    void start();
    void send_questions();
    void hear(std::string_view line);
    void hear_ready(std::string_view line);
    void hear_answer(const Answer& answer);
    void end_batch();
    void reply(const Question& question, tournament::RemoteReply reply);
    void fault(const Fault& fault, std::optional<std::uint64_t> id = std::nullopt);
    void lose(const Fault& fault, const Question& question, const std::string& words);
    std::string sentence(const Fault& fault, const Question& question, const std::string& words) const;

    ChannelOwner& owner_;
    BotInRun& bot_;
    std::string who_;
    std::string hello_;

    std::mutex mutex_; // of what follows
    std::vector<Question> asked_;
    std::uint64_t last_id_ = 0;
    bool pumping_ = false; // it is on the loop's list

    // The loop's own.
    std::unique_ptr<Process> process_;
    bool ready_ = false;
    std::size_t at_once_ = 1;
    std::deque<Question> waiting_;
    Open open_;
    std::uint64_t first_sent_ = 0; // ids of this process
    std::uint64_t last_sent_ = 0;
    double started_ = 0;
    double last_answer_ = 0;
    bool overdue_ = false;
    std::optional<Fault> idle_fault_; // it was lost while nothing was asked
    std::string idle_words_;
    std::string batch_;
    std::uint64_t answers_ = 0; // since the last pause
    double batch_began_ = 0;
    std::vector<Mailbox*> touched_;
    int ignored_ = 0; // lines since the last answer
};

} // namespace balak::bots
