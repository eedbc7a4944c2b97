// The strategy for any kind of words; see src/batch/words.hpp. Included into the namespace of whoever uses it.
template <class Words>
inline Choice<Words> doubles_first(const Moves<Words>& legal) {
    const auto tiles = legal.left | legal.right;
    const auto legal_doubles = tiles & Words::set(doubles.bits());
    const auto tile = Words::heaviest(Words::where(Words::is_zero(legal_doubles), tiles, legal_doubles));
    return {tile, Words::not_zero(legal.left & tile)};
}
