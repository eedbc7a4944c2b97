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
/// the mean pips of the unseen.
template <class Words>
inline typename Words::Word points_of_block(const CountingView<Words>& seen, const RuleSet& rules,
                                            typename Words::Word kept) {
    using Word = typename Words::Word;
    const Word none = Words::set(0);
    const Word hidden = Words::max(Words::set(1), Words::size(seen.unseen));
    const Word unseen_pips = Words::pips_of_all(seen.unseen);
    const Word theirs = Words::quotient(Words::product(seen.opponents_hold, unseen_pips), hidden);
    const Word own =
        Words::pips_of_all(kept) + Words::quotient(Words::product(seen.partner_holds, unseen_pips), hidden);
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
    constexpr std::uint32_t at_left = 32; // a bit above those of a tile
    const auto factor = [](int weight) { return static_cast<std::uint32_t>(weight); };
    const Word none = Words::set(0);
    const Word all_doubles = Words::set(doubles.bits());
    const Word reach = Words::set(factor(weights.reach));
    const Word left_suit = Words::suit(seen.left_number);
    const Word right_suit = Words::suit(seen.right_number);
    // What a pip is worth.
    const Word threat = Words::max(none, Words::set(4) - seen.fewest);
    const Word pip =
        Words::set(factor(rules.draw == Draw::none ? weights.pip : 0)) + Words::times(threat, factor(weights.danger));

    // The low bits say which move it is: of equal worth those at the left come first, then the heaviest.
    Word best = Words::set(0x80000000);
    Word left = legal.left;
    Word right = legal.right;
    while (Words::any(Words::not_zero(left | right))) {
        const auto is_right = Words::is_zero(left);
        const auto is_move = Words::not_zero(left | right);
        const Word tile = Words::lightest(Words::where(is_right, right, left));
        left = Words::without(left, tile);
        right = Words::where(is_right, Words::without(right, tile), right);

        Word matched;
        Word other; // the end that stays
        Word exposed;
        if (seen.opening) {
            const Word high = Words::high(tile);
            exposed = Words::suit(high);
            other = Words::suit(Words::pips(tile) - high);
            matched = other;
        } else {
            matched = Words::where(is_right, right_suit, left_suit);
            other = Words::where(is_right, left_suit, right_suit);
            const Word number = Words::where(is_right, seen.right_number, seen.left_number);
            exposed = Words::suit(Words::pips(tile) - number);
        }
        const Word kept = Words::without(seen.hand, tile);
        const Word fits = exposed | other;
        // A set that fits two ends has 13 tiles at most, so two are counted at a time.
        const Word low_bits = Words::set(15);
        const Word counts = Words::sizes(seen.next_may_hold & fits, seen.ours & fits);
        Word worth = Words::times(Words::lookup(scarcity, counts & low_bits), factor(weights.scarce)) +
                     Words::times(Words::template shift_right<4>(counts), factor(weights.ours)) +
                     Words::only_where(Words::not_zero(kept & exposed), reach) +
                     Words::only_where(Words::not_zero(kept & other), reach);
        const Word of_double = Words::only_where(Words::not_zero(tile & all_doubles), seen.unseen & exposed);
        if (rules.partnership) {
            const Word more = Words::sizes(seen.partner_may_hold & fits, of_double);
            worth = worth - Words::times(Words::lookup(scarcity, more & low_bits), factor(weights.partner)) +
                    Words::times(Words::template shift_right<4>(more), factor(weights.doubles));
        } else {
            // A partner keeps other numbers alive, so there the own hand need not hang together.
            const Word more = Words::sizes(kept & (matched | exposed), of_double);
            worth = worth - Words::times(more & low_bits, factor(weights.link)) +
                    Words::times(Words::template shift_right<4>(more), factor(weights.doubles));
        }
        worth = worth + Words::product(Words::pips(tile), pip);
        const auto blocks = Words::both(Words::is_zero(seen.drawable), Words::is_zero((seen.unseen | kept) & fits));
        if (Words::any(Words::both(blocks, is_move))) {
            const Word gain = Words::times(points_of_block<Words>(seen, rules, kept), factor(weights.block));
            worth = worth + Words::only_where(blocks, gain);
        }
        const Word code = Words::bit(tile) + Words::where(is_right, none, Words::set(at_left));
        best = Words::where(is_move, Words::max(best, Words::times(worth, 2 * at_left) + code), best);
    }
    return {Words::tile_of_bit(best & Words::set(at_left - 1)), Words::not_zero(best & Words::set(at_left))};
}
