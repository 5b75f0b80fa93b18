/** The items in pieces of that many, the last of which may be shorter. */
export function* inPieces<T>(items: readonly T[], atOnce: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce);
}
