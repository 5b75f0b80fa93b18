/** True if two lists have the same objects in the same order. */
export function isSameList<Row>(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
