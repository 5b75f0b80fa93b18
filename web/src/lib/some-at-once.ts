/**
 * Works on items, so many at once, in their order; stops taking new ones when told to.
 *
 * @returns How many were taken.
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let taken = 0;
  const worker = async (): Promise<void> => {
    while (!isStopped()) {
      const item = items[taken];
      if (item === undefined) return;
      taken += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return taken;
}
