// The strategy for any kind of words; see src/batch/words.hpp. Included into the namespace of whoever uses it.

/// The tile of this rank in a set, the lightest first; no tile for a rank beyond it.
template <class Words>
inline typename Words::Word nth_tile(typename Words::Word tiles, typename Words::Word rank) {
    const auto one = Words::set(1);
    auto more = Words::less(Words::set(0), rank);
    while (Words::any(more)) {
        tiles = Words::where(more, tiles & (tiles - one), tiles);
        rank = rank - one;
        more = Words::less(Words::set(0), rank);
    }
    return Words::lightest(tiles);
}

/// The legal moves are ranked as by LegalMoves::nth; `random` is the first word of the turn.
template <class Words>
inline Choice<Words> random(const Moves<Words>& legal, typename Words::Word random) {
    const auto at_left = Words::size(legal.left);
    const auto rank = Words::upper_product(random, at_left + Words::size(legal.right));
    const auto left = Words::less(rank, at_left);
    const auto tiles = Words::where(left, legal.left, legal.right);
    return {nth_tile<Words>(tiles, Words::where(left, rank, rank - at_left)), left};
}
