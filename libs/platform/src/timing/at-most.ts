/**
 * Does the work for each of the items, for so many of them at the same time. Everything that was begun has come to its
 * end when this resolves or rejects, and a failure keeps no other item from its turn.
 *
 * @throws the first failure, once all items are done with.
 */
export async function atMost<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const workOff = async (): Promise<void> => {
    while (waiting.length > 0) {
      for (const item of waiting.splice(0, 1))
        await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: limit }, workOff));
  if (failures.length > 0) throw failures[0];
}
