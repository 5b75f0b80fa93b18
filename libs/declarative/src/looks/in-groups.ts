/** The results of a job for each item, in the order of the items; no more than `size` of the jobs are under way. */
export async function inGroups<T, R>(
  items: readonly T[],
  size: number,
  job: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(job))));
  }
  return results;
}
