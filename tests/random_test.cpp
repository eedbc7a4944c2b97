#include "balak/deal.hpp"
#include "balak/random.hpp"
#include "balak/rules.hpp"

#include "chi_square.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>
#include <span>
#include <vector>

namespace balak {
namespace {

using Block = std::array<std::uint32_t, 4>;

TEST(RandomBlock, GivesTheKnownAnswersOfPhilox) {
    // Salmon et al., Random123, tests/kat_vectors: philox 4x32, 10 rounds. The words of the counter are block, round,
    // and the deal's 56 bits with the purpose above them; those of the key are the seed's.
    constexpr std::uint64_t all56 = (std::uint64_t{1} << 56) - 1;
    EXPECT_EQ(random_block(0, static_cast<Purpose>(0), 0, 0, 0),
              (Block{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
    EXPECT_EQ(random_block(~std::uint64_t{0}, static_cast<Purpose>(0xFF), all56, 0xFFFFFFFF, 0xFFFFFFFF),
              (Block{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
    EXPECT_EQ(random_block(0x299F31D0A4093822, static_cast<Purpose>(0x03), 0x70734413198A2E, 0x85A308D3, 0x243F6A88),
              (Block{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
}

TEST(RandomBlock, EveryPartOfItsKeyGivesAnotherBlock) {
    // Philox is a bijection of the counter, so under one seed two blocks are equal only if their counters are.
    std::set<Block> seen;
    int made = 0;
    for (const Purpose purpose : {Purpose::deal, Purpose::lot, Purpose::strategy}) {
        for (const std::uint64_t deal : {0ULL, 1ULL, 2ULL, 1ULL << 31, 1ULL << 32, 1ULL << 55, (1ULL << 56) - 1}) {
            for (const std::uint32_t round : {0U, 1U, 2U, 0xFFFFFFFFU}) {
                for (const std::uint32_t block : {0U, 1U, 2U, 0xFFFFFFFFU}) {
                    seen.insert(random_block(7, purpose, deal, round, block));
                    ++made;
                }
            }
        }
    }
    for (const std::uint64_t seed : {0ULL, 8ULL, 1ULL << 32, 1ULL << 63}) {
        seen.insert(random_block(seed, Purpose::deal, 0, 0, 0));
        ++made;
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(made));
}

TEST(RandomWords, AreThoseOfTheBlocksInOrder) {
    for (std::size_t size = 0; size <= 29; ++size) {
        std::vector<std::uint32_t> words(size + 1, 77);
        random_words(5, Purpose::deal, 6, 7, std::span(words).first(size));
        for (std::size_t i = 0; i < size; ++i) {
            EXPECT_EQ(words[i], random_block(5, Purpose::deal, 6, 7, static_cast<std::uint32_t>(i / 4))[i % 4]);
        }
        EXPECT_EQ(words[size], 77U); // nothing beyond them
    }
}

TEST(TurnRandom, IsAFunctionOfKeyAndTurn) {
    const SeatKey key{123, 456};
    TurnRandom one(key, 5);
    TurnRandom same(key, 5);
    TurnRandom copy = one;
    for (int i = 0; i < 100; ++i) {
        const std::uint32_t word = one.word();
        EXPECT_EQ(word, same.word());
        EXPECT_EQ(word, copy.word());
    }
}

TEST(TurnRandom, OtherKeysAndTurnsGiveOtherStreams) {
    // The first two words of each stream, as one number: 450 streams, a chance of 1e-14 that two coincide.
    std::set<std::uint64_t> seen;
    std::size_t made = 0;
    for (const SeatKey key : {SeatKey{1, 1}, {1, 2}, {2, 1}, {0, 0}, {0, 1U << 31}}) {
        for (int turn = 0; turn < 90; ++turn) {
            TurnRandom random(key, turn);
            const std::uint64_t first = random.word();
            seen.insert(first << 32 | random.word());
            ++made;
        }
    }
    EXPECT_EQ(seen.size(), made);
}

TEST(TurnRandom, StreamsOfARoundDoNotRunIntoEachOther) {
    // Words of one stream that turn up in another at any place: 100 streams of 200 words, of which chance makes
    // 20,000^2 / 2^33 = 0.05 pairs coincide. Streams that were shifted copies would share hundreds. False alarm: 3e-7
    // (Poisson, four or more).
    std::multiset<std::uint32_t> words;
    for (int stream = 0; stream < 100; ++stream) {
        TurnRandom random({77, 99}, stream);
        for (int i = 0; i < 200; ++i) {
            words.insert(random.word());
        }
    }
    std::set<std::uint32_t> distinct(words.begin(), words.end());
    EXPECT_LT(words.size() - distinct.size(), 4U);
}

TEST(TurnRandom, BelowIsUniformWithinAStream) {
    for (const std::uint32_t bound : {1U, 2U, 3U, 7U, 10U, 28U, 56U}) {
        std::vector<std::uint64_t> counts(bound);
        TurnRandom random({5, bound}, 3);
        for (int i = 0; i < 100'000; ++i) {
            ++counts.at(random.below(bound));
        }
        if (bound > 1) {
            EXPECT_TRUE(testing::uniform(counts)) << bound; // false alarm 1e-6 each
        }
    }
}

TEST(TurnRandom, TheFirstNumberIsUniformOverTurnsAndKeys) {
    // What the random strategy uses: one number of each stream.
    for (const std::uint32_t bound : {2U, 3U, 5U, 11U}) {
        std::vector<std::uint64_t> counts(bound);
        std::vector<std::uint64_t> pairs(std::size_t{bound} * bound);
        for (std::uint64_t deal = 0; deal < 1'500; ++deal) {
            const Block block = random_block(1, Purpose::strategy, deal, 0, 0);
            std::uint32_t before = 0;
            for (int turn = 0; turn < 60; ++turn) {
                TurnRandom random({block[0], block[1]}, turn);
                const std::uint32_t number = random.below(bound);
                ++counts.at(number);
                if (turn % 2 == 1) {
                    ++pairs.at(before * bound + number);
                }
                before = number;
            }
        }
        EXPECT_TRUE(testing::uniform(counts)) << bound; // false alarm 1e-6 each
        EXPECT_TRUE(testing::uniform(pairs)) << bound;  // one turn tells nothing about the next; 1e-6 each
    }
}

TEST(TurnRandom, EveryBitOfTheKeyChangesHalfOfTheFirstWord) {
    constexpr int samples = 2'000;
    for (int bit = 0; bit < 64; ++bit) {
        int changed = 0;
        for (std::uint32_t i = 0; i < samples; ++i) {
            const Block block = random_block(2, Purpose::strategy, i, 0, 0);
            SeatKey key{block[0], block[1]};
            TurnRandom one(key, 0);
            (bit < 32 ? key.first : key.second) ^= 1U << bit % 32;
            TurnRandom other(key, 0);
            changed += std::popcount(one.word() ^ other.word());
        }
        // 2,000 words: the mean is 16 with a standard error of 0.063 were all bits independent; 10 % off is gross.
        EXPECT_NEAR(static_cast<double>(changed) / samples, 16.0, 1.6) << bit;
    }
}

TEST(TurnRandom, WideNumbersAreUniform) {
    std::vector<std::uint64_t> counts(6);
    std::vector<std::uint64_t> top(16);
    TurnRandom random({9, 9}, 0);
    constexpr std::uint64_t wide = std::uint64_t{3} << 60;
    for (int i = 0; i < 60'000; ++i) {
        ++counts.at(random.below_wide(6));
        const std::uint64_t number = random.below_wide(wide);
        ASSERT_LT(number, wide);
        ++top.at(number / (wide / 16));
    }
    EXPECT_TRUE(testing::uniform(counts)); // false alarm 1e-6 each
    EXPECT_TRUE(testing::uniform(top));
}

TEST(TurnRandom, KeysForStreamsBelowDiffer) {
    TurnRandom random({3, 4}, 0);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 1'000; ++i) {
        const SeatKey key = random.key()[Seat(0)];
        seen.insert(std::uint64_t{key.first} << 32 | key.second);
    }
    EXPECT_EQ(seen.size(), 1'000U);
}

TEST(RoundKey, TellsNothingOfAnotherSeatByOneOfThem) {
    // Words of the deal's block, a different one for each seat. That they are independent shows in each pair of their
    // bits: 32 x 32 pairs of bits of two seats' first words agree half of the time. 4,000 deals have a standard error
    // of 0.0079; the largest of 1,024 differences is beyond 5.5 of them with a chance of 4e-5.
    const RuleSet rules = *preset("playboard", 4);
    const Dealer dealer(3);
    std::array<std::array<int, 32>, 32> agree{};
    constexpr int deals = 4'000;
    for (int number = 0; number < deals; ++number) {
        const RoundKey key = dealer.deal(rules, static_cast<std::uint64_t>(number), 0).random;
        for (std::size_t i = 0; i < 32; ++i) {
            for (std::size_t j = 0; j < 32; ++j) {
                agree[i][j] += (key[Seat(1)].first >> i & 1) == (key[Seat(2)].first >> j & 1) ? 1 : 0;
            }
        }
        for (const Seat seat : seats(4)) {
            const std::size_t word = 2 * static_cast<std::size_t>(seat.number());
            const auto deal_number = static_cast<std::uint64_t>(number);
            const Block block =
                random_block(3, Purpose::strategy, deal_number, 0, static_cast<std::uint32_t>(word / 4));
            ASSERT_EQ(key[seat], (SeatKey{block[word % 4], block[word % 4 + 1]}));
        }
    }
    for (const auto& row : agree) {
        for (const int count : row) {
            EXPECT_NEAR(static_cast<double>(count) / deals, 0.5, 5.5 * 0.0079);
        }
    }
}

} // namespace
} // namespace balak
