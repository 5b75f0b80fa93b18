/** How many items, which are by revision, are of this revision or an earlier one; by bisection. */
export function countUpTo(items: readonly { readonly revision: number }[], revision: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.revision ?? Infinity) <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}
