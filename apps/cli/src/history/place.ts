/** A namespace at a revision, as a command line names it. */
export interface Place {
  readonly namespaceKey: string;
  /** Undefined for the latest. */
  readonly revision: number | undefined;
}

/**
 * Reads `NAMESPACE`, `NAMESPACE@REVISION` or `NAMESPACE@latest`.
 *
 * @throws Error if it is none of them.
 */
export function readPlace(text: string): Place {
  const end = text.lastIndexOf('@');
  const [namespaceKey, word] = end === -1 ? [text, 'latest'] : [text.slice(0, end), text.slice(end + 1)];
  const revision = word === 'latest' ? undefined : Number(word);
  const isRevision = revision === undefined || (/^\d{1,16}$/.test(word) && Number.isSafeInteger(revision));
  if (namespaceKey !== '' && isRevision) return { namespaceKey, revision };
  throw new Error(
    `a namespace and its revision are written as shop@7, or shop for the latest, not as ${JSON.stringify(text)}`,
  );
}

/** `shop@7`. */
export function placeName({ namespaceKey, revision }: Place): string {
  return `${namespaceKey}@${revision ?? 'latest'}`;
}
