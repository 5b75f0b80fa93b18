/** Gives the items to `limit` workers. Rejects with the first failure when all workers have ended. */
async function workOff<T>(
  limit: number,
  items: readonly T[],
  isStoppedByFailure: boolean,
  work: (item: T, position: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const [position, item] of waiting) {
      try {
        await work(item, position);
      } catch (error) {
        failures.push(error);
      }
      if (isStoppedByFailure && failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}

/**
 * Does the work for each item, for at most `limit` of them at the same time. A failure stops no other item.
 *
 * @throws the first failure, when all work has ended.
 */
export async function atMost<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  await workOff(limit, [...items], false, work);
}

/**
 * Does the work for each item, for at most `limit` of them at the same time, and returns the results in the order of
 * the items. Starts no more work after a failure.
 *
 * @throws the first failure, when all work that was started has ended.
 */
export async function mapAtMost<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  await workOff(limit, items, true, async (item, position) => {
    results[position] = await work(item);
  });
  return results;
}

/**
 * Does what `Promise.all` does, but rejects only when all of the work has ended. For work that must not outlive what it
 * uses: a connection that is closed next, or the attempt that the next one repeats.
 *
 * @throws the reason of the first promise, in their order, that was rejected.
 */
export async function allEnded<T>(begun: Iterable<Promise<T>>): Promise<readonly T[]> {
  const all = [...begun];
  await Promise.allSettled(all);
  return Promise.all(all);
}
