// The strategy for any kind of words; see src/batch/words.hpp. Included into the namespace of whoever uses it.

/// What the strategy looks at, from the side of the seat to move.
template <class Words>
struct CountingView {
    using Word = typename Words::Word;
    Word hand;
    Word left_number;
    Word right_number;
    Word unseen;           ///< tiles
    Word next_may_hold;    ///< tiles that the next seat is not known to lack
    Word partner_may_hold; ///< in partnerships
    Word ours;             ///< tiles in the hand or laid by the own side
    Word fewest;           ///< tiles that the opponent with the fewest holds
    Word partner_holds;    ///< how many tiles; in partnerships
    Word opponents_hold;   ///< in partnerships both together, else the one with the fewest
    Word drawable;         ///< 0 where nothing is left to draw
    bool opening;          ///< nothing lies on the table
};

/// What the own side gains on the others, expected, if the round is blocked with these tiles kept: a hidden tile has
/// the mean pips of the unseen. `of` as for best_move.
template <class Words, class Of>
inline typename Words::Word points_of_block(const CountingView<Words>& seen, const RuleSet& rules,
                                            typename Words::Word kept, Of of) {
    using Word = typename Words::Word;
    const Word none = Words::set(0);
    const Word unseen = of(seen.unseen);
    const Word hidden = Words::max(Words::set(1), Words::size(unseen));
    const Word unseen_pips = Words::pips_of_all(unseen);
    const Word theirs = Words::quotient(Words::product(of(seen.opponents_hold), unseen_pips), hidden);
    const Word own =
        Words::pips_of_all(kept) + Words::quotient(Words::product(of(seen.partner_holds), unseen_pips), hidden);
    const Word gain = theirs - own;
    const bool to_blocker = rules.block.winner == BlockWinner::blocker;
    if (rules.scoring == Scoring::penalty || rules.block.score == BlockScore::others_minus_own) {
        return to_blocker ? Words::max(none, gain) : gain;
    }
    const bool all_hands = rules.block.score == BlockScore::all_hands;
    const Word if_won = all_hands ? theirs + own : theirs;
    const Word if_lost = none - (all_hands ? own + theirs : own);
    if (to_blocker) {
        return if_won;
    }
    return Words::where(Words::less(own, theirs), if_won, Words::only_where(Words::less(theirs, own), if_lost));
}

/// 64 / (n + 2) for n tiles, of the at most 13 that fit two ends. The first few matter most: who has only these to hope
/// for passes, or draws a long time.
alignas(16) inline constexpr std::uint8_t scarcity[16] = {32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5, 5, 5, 4, 4, 4};

template <class Words>
inline Choice<Words> tile_counting(const Moves<Words>& legal, const CountingView<Words>& seen,
                                   const CountingWeights& weights, const RuleSet& rules) {
    using Word = typename Words::Word;
    const auto factor = [](int weight) { return static_cast<std::uint32_t>(weight); };
    const Word reach = Words::set(factor(weights.reach));
    // What a pip is worth.
    const Word threat = Words::max(Words::set(0), Words::set(4) - seen.fewest);
    const Word pip =
        Words::set(factor(rules.draw == Draw::none ? weights.pip : 0)) + Words::times(threat, factor(weights.danger));

    return best_move(legal, [&](Word tile, typename Words::Mask at_right, auto of) {
        const Word pips = Words::pips(tile);
        Word matched; // numbers: of the end where the tile is laid, of the other one, the new one
        Word other;
        if (seen.opening) {
            matched = other = pips - Words::high(tile);
        } else {
            const Word left = of(seen.left_number);
            const Word right = of(seen.right_number);
            matched = Words::where(at_right, right, left);
            other = Words::where(at_right, left, right);
        }
        const Word exposed_suit = Words::suit(pips - matched);
        const Word other_suit = Words::suit(other);
        const Word fits = exposed_suit | other_suit;
        const Word kept = Words::without(of(seen.hand), tile);
        const Word unseen = of(seen.unseen);
        // A set that fits two ends has 13 tiles at most, so two are counted at a time.
        const Word low_bits = Words::set(15);
        const Word counts = Words::sizes(of(seen.next_may_hold) & fits, of(seen.ours) & fits);
        Word worth = Words::times(Words::lookup(scarcity, counts & low_bits), factor(weights.scarce)) +
                     Words::times(Words::template shift_right<4>(counts), factor(weights.ours)) +
                     Words::only_where(Words::not_zero(kept & exposed_suit), reach) +
                     Words::only_where(Words::not_zero(kept & other_suit), reach);
        const Word of_double = Words::only_where(Words::is_zero(pips - matched - matched), unseen & exposed_suit);
        if (rules.partnership) {
            const Word more = Words::sizes(of(seen.partner_may_hold) & fits, of_double);
            worth = worth - Words::times(Words::lookup(scarcity, more & low_bits), factor(weights.partner)) +
                    Words::times(Words::template shift_right<4>(more), factor(weights.doubles));
        } else {
            // A partner keeps other numbers alive, so there the own hand need not hang together.
            const Word more = Words::sizes(kept & (Words::suit(matched) | exposed_suit), of_double);
            worth = worth - Words::times(more & low_bits, factor(weights.link)) +
                    Words::times(Words::template shift_right<4>(more), factor(weights.doubles));
        }
        worth = worth + Words::product(pips, of(pip));
        const auto blocks = Words::both(Words::is_zero(of(seen.drawable)), Words::is_zero((unseen | kept) & fits));
        if (Words::any(blocks)) {
            const Word gain = Words::times(points_of_block<Words>(seen, rules, kept, of), factor(weights.block));
            worth = worth + Words::only_where(blocks, gain);
        }
        return worth;
    });
}
