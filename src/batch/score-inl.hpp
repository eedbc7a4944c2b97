// Who wins, and the points: all rounds of a register at once.
//
// Part of kernel-inl.hpp, within the namespace of the target.

/// As score_round.
template <int players>
void score_rows(const Batch& batch, const Outcomes& outcomes, Scores& scores) {
    constexpr std::uint32_t nobody = Verdict::nobody;
    const RuleSet& rules = *batch.rules;
    const int side_count = rules.side_count();
    const bool draws = draws_tiles(rules);
    // Sides are numbered from that of the first place on until all is known.
    const auto side_of = [&](int i) { return static_cast<std::uint32_t>((batch.first_seat + i) % side_count); };
    const Word none = Words::set(0);
    for (std::size_t row = 0; row < outcomes.size; row += lane_count) {
        const Word ending = hn::LoadU(Tag(), outcomes.ending.data() + row);
        const Word turns = ending & Words::set(0xFF);
        const Word last = hn::ShiftRight<8>(ending) & Words::set(3);
        const Word capicu = hn::ShiftRight<10>(ending) & Words::set(1);
        Word pips[players];
        Word tiles[players];
        Word held = none;
        Word out = none; // all bits where somebody went out
        for (int i = 0; i < players; ++i) {
            const Word hand = hn::LoadU(Tag(), outcomes.hand[static_cast<std::size_t>(i)].data() + row);
            pips[i] = Words::pips_of_all(hand);
            tiles[i] = Words::size(hand);
            held = held + tiles[i];
            out = out | mask_word(Words::is_zero(hand));
        }
        const Mask is_out = hn::MaskFromVec(out);
        Word everyone = none;
        if (rules.partnership) {
            pips[0] = pips[0] + pips[2 % players];
            pips[1] = pips[1] + pips[3 % players];
            tiles[0] = tiles[0] + tiles[2 % players];
            tiles[1] = tiles[1] + tiles[3 % players];
        }
        for (int i = 0; i < side_count; ++i) {
            everyone = everyone + pips[i];
        }
        const Word last_side = rules.partnership ? last & Words::set(1) : last;
        const Word nobody_laid =
            Words::without(mask_word(hn::Eq(turns, Words::set(static_cast<std::uint32_t>(players)))), out);

        // Who wins a blocked round: the side that is alone in having the least.
        Word winner_if_blocked;
        if (rules.block.winner == BlockWinner::blocker) {
            winner_if_blocked = Words::where(hn::MaskFromVec(nobody_laid), Words::set(nobody), last_side);
        } else {
            Word keys[players];
            for (int i = 0; i < side_count; ++i) {
                keys[i] = rules.block.tie == BlockTie::fewest_tiles ? hn::ShiftLeft<8>(pips[i]) | tiles[i] : pips[i];
            }
            Word least = keys[0];
            for (int i = 1; i < side_count; ++i) {
                least = hn::Min(least, keys[i]);
            }
            Word count = none;
            winner_if_blocked = none;
            for (int i = 0; i < side_count; ++i) {
                const Mask has_least = hn::Eq(keys[i], least);
                count = count + Words::only_where(has_least, Words::set(1));
                winner_if_blocked =
                    Words::where(has_least, Words::set(static_cast<std::uint32_t>(i)), winner_if_blocked);
            }
            winner_if_blocked = Words::where(hn::Eq(count, Words::set(1)), winner_if_blocked, Words::set(nobody));
        }
        const Word winner = Words::where(is_out, last_side, winner_if_blocked);

        Word own = none;
        for (int i = 0; i < side_count; ++i) {
            own = own + Words::only_where(hn::Eq(winner, Words::set(static_cast<std::uint32_t>(i))), pips[i]);
        }
        Word won = none;
        if (rules.scoring == Scoring::winner_takes) {
            const Word if_out = rules.out.score == OutScore::all_hands ? everyone : everyone - own;
            const Word if_blocked = rules.block.score == BlockScore::all_hands ? everyone
                                    : rules.block.score == BlockScore::losing_side
                                        ? everyone - own
                                        : Words::max(none, everyone - own - own);
            won = Words::where(is_out, if_out, if_blocked);
        }
        const Word bonus = Words::set(static_cast<std::uint32_t>(rules.out.bonus)) +
                           Words::times(capicu, static_cast<std::uint32_t>(rules.capicu_bonus));
        won = won + Words::only_where(is_out, bonus);
        Word winning_side = Words::set(nobody);
        for (int i = 0; i < side_count; ++i) {
            const Mask wins = hn::Eq(winner, Words::set(static_cast<std::uint32_t>(i)));
            winning_side = Words::where(wins, Words::set(side_of(i)), winning_side);
            Word points = Words::only_where(wins, won);
            if (rules.scoring == Scoring::penalty) {
                points = points - pips[i];
            }
            hn::StoreU(points, Tag(), scores.points[side_of(i)].data() + row);
        }

        const Word seat_count = Words::set(static_cast<std::uint32_t>(players));
        const Word last_seat_or_beyond = last + Words::set(static_cast<std::uint32_t>(batch.first_seat));
        const Word last_seat =
            last_seat_or_beyond - hn::IfThenZeroElse(Words::less(last_seat_or_beyond, seat_count), seat_count);
        Word drawn = none;
        if (draws) {
            drawn = Words::set(static_cast<std::uint32_t>(batch.boneyard_size)) -
                    Words::size(hn::LoadU(Tag(), outcomes.places.data() + row));
        }
        const Word dealt = Words::set(static_cast<std::uint32_t>(players * rules.hand_size));
        const Word passes = (turns - (dealt + drawn - held)) & Words::set(0xFF);
        const Word blocked = Words::without(Words::set(Verdict::blocked_bit), out);
        const Word kind = winning_side | blocked | Words::times(capicu, Verdict::capicu_bit);
        const Word last_layer =
            hn::ShiftLeft<Verdict::seat_place>(last_seat) | (nobody_laid & Words::set(Verdict::nobody_laid_bit));
        const Word numbers = hn::ShiftLeft<Verdict::turns_place>(turns) | hn::ShiftLeft<Verdict::passes_place>(passes) |
                             hn::ShiftLeft<Verdict::drawn_place>(drawn);
        hn::StoreU(kind | last_layer | numbers, Tag(), scores.verdict.data() + row);
    }
}

inline void score(const Batch& batch, const Outcomes& outcomes, Scores& scores) {
    switch (batch.rules->players) {
    case 2:
        score_rows<2>(batch, outcomes, scores);
        break;
    case 3:
        score_rows<3>(batch, outcomes, scores);
        break;
    default:
        score_rows<4>(batch, outcomes, scores);
    }
}
