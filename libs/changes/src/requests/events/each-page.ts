import type { ChangeStep } from '@pennon/domain';

/**
 * All changes that are read in the order of their ids, a page after the other.
 *
 * @param size Most changes of a page. One with fewer is the last.
 * @param read Reads the page behind an id; `''` for the first one.
 */
export async function* eachPage(
  size: number,
  read: (after: string, limit: number) => Promise<readonly ChangeStep[]>,
): AsyncGenerator<readonly ChangeStep[]> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: readonly ChangeStep[] = await read(after, size);
    yield page;
    after = page.length < size ? undefined : page.at(-1)?.id;
  }
}
