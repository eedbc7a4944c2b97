// The strategy for any kind of words; see src/batch/words.hpp. Included into the namespace of whoever uses it.
template <class Words>
inline Choice<Words> greedy_heavy(const Moves<Words>& legal) {
    const auto tile = Words::heaviest(legal.left | legal.right);
    return {tile, Words::not_zero(legal.left & tile)};
}
