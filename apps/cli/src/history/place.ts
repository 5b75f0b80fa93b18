import { readRevision } from '@pennon/domain';
import { numberIn } from './revision-lines';

/** A namespace at a revision, as a command line names it. */
export interface Place {
  readonly namespaceKey: string;
  /** `N`, or `N.mark`; undefined for the latest. */
  readonly revision: string | undefined;
}

/**
 * Reads `NAMESPACE`, `NAMESPACE@REVISION` or `NAMESPACE@latest`.
 *
 * @throws Error if it is none of them.
 */
export function readPlace(text: string): Place {
  const end = text.lastIndexOf('@');
  const [namespaceKey, word] = end === -1 ? [text, 'latest'] : [text.slice(0, end), text.slice(end + 1)];
  const revision = word === 'latest' ? undefined : word;
  if (namespaceKey !== '' && (revision === undefined || isRevision(revision)))
    return { namespaceKey, revision };
  throw new Error(
    `a namespace and its revision are written as shop@7, or shop for the latest, not as ${JSON.stringify(text)}`,
  );
}

function isRevision(word: string): boolean {
  try {
    readRevision('revision', word);
    return true;
  } catch {
    return false;
  }
}

/** `shop@7`. */
export function placeName({ namespaceKey, revision = 'latest' }: Place): string {
  return `${namespaceKey}@${numberIn(revision)}`;
}
