/**
 * Works on items in their order, on at most `limit` of them at once. Takes no new ones after a failure, or when
 * `isStopped` says so.
 *
 * @returns How many were taken.
 * @throws the first failure, when the work on all items that were taken has ended.
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let taken = 0;
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (failures.length === 0 && !isStopped()) {
      const item = items[taken];
      if (item === undefined) return;
      taken += 1;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
  return taken;
}
