import type { _Object, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { ObjectStoreError } from '../object-store-error';

/**
 * The objects of a list, page after page. A page is asked for when the one before it has been used up.
 *
 * @param readPage reads the page that a token stands for; the first one without
 * @throws ObjectStoreError when the list would go on for ever
 */
export async function* listPages(
  readPage: (token: string | undefined) => Promise<ListObjectsV2CommandOutput>,
): AsyncGenerator<_Object> {
  let token: string | undefined;
  for (;;) {
    const { Contents = [], IsTruncated = false, NextContinuationToken } = await readPage(token);
    yield* Contents;
    if (!IsTruncated) return;
    if (NextContinuationToken === undefined || NextContinuationToken === token) {
      throw new ObjectStoreError('answer', 'the store says that its list goes on, and not where');
    }
    token = NextContinuationToken;
  }
}
