import { type MemoryStore } from './memory-store';

/** Most objects of one answer; a law of S3. */
const MAX_KEYS = 1000;

/**
 * Answers a list of version 2, page by page: `s3rver` makes the token of the next page with a cipher that OpenSSL 3 no
 * longer has. The token is the last key, in base64.
 */
export function listAnswer(store: MemoryStore, bucket: string, query: URLSearchParams): string {
  const token = query.get('continuation-token');
  const { objects, isTruncated } = store.listObjects(bucket, {
    prefix: query.get('prefix') ?? '',
    startAfter: token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString(),
    maxKeys: Math.min(Number(query.get('max-keys') ?? MAX_KEYS), MAX_KEYS),
  });
  const last = objects.at(-1)?.key ?? '';
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
    : '';
  const contents = objects.map(
    ({ key, metadata, size, lastModifiedDate }) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${lastModifiedDate.toISOString()}</LastModified>` +
      `<ETag>${escaped(metadata.etag ?? '')}</ETag><Size>${size}</Size></Contents>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Name>${bucket}</Name><IsTruncated>${String(isTruncated)}</IsTruncated>${next}${contents.join('')}` +
    '</ListBucketResult>'
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
