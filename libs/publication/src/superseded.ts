import { groupBy } from '@pennon/domain';
import { type StoredObject } from '@pennon/object-store';

/** What must not be deleted. */
export interface Retention {
  /** Documents that are kept of each namespace, the newest ones. */
  readonly keep: number;
  /** Keys that the present manifest and the one before it name: whoever reads them may be reading those objects. */
  readonly named: ReadonlySet<string>;
  /** Keys of namespaces that are published; of others nothing is kept but what is named. */
  readonly namespaceKeys: ReadonlySet<string>;
  /** What was written later than this may belong to a manifest that is about to be written. */
  readonly before: Date;
}

/** Only what publications write is ever deleted. */
const DOCUMENT = /^revisions\/([-_,A-Za-z0-9]+)\/(\d+)-[0-9a-f]{16}\.features\.(?:json|yml)$/;
const TOKENS = /^tokens\/[0-9a-f]{16}\.json$/;

interface Document {
  readonly key: string;
  readonly namespaceKey: string;
  readonly revision: number;
  readonly modifiedAt: Date;
}

/** Keys of the documents that nobody needs any more, of some or all objects below `revisions/`. */
export function supersededDocuments(
  objects: readonly StoredObject[],
  { keep, named, namespaceKeys, before }: Retention,
): readonly string[] {
  const documents = objects.flatMap(asDocument);
  const byNamespace = groupBy(documents, ({ namespaceKey }) => namespaceKey);
  return [...byNamespace].flatMap(([namespaceKey, ofOne]) =>
    ofOne
      // The newest first: of a database that was put back it is not the highest revision.
      .toSorted(
        (left, right) => Number(right.modifiedAt) - Number(left.modifiedAt) || right.revision - left.revision,
      )
      .slice(namespaceKeys.has(namespaceKey) ? keep : 0)
      .filter(({ key, modifiedAt }) => !named.has(key) && modifiedAt < before)
      .map(({ key }) => key),
  );
}

/** Keys of the records of tokens that nobody needs any more, of all objects below `tokens/`. */
export function supersededTokens(
  objects: readonly StoredObject[],
  { named, before }: Pick<Retention, 'named' | 'before'>,
): readonly string[] {
  return objects
    .filter(({ key, modifiedAt }) => TOKENS.test(key) && !named.has(key) && modifiedAt < before)
    .map(({ key }) => key);
}

function asDocument({ key, modifiedAt }: StoredObject): readonly Document[] {
  const [, namespaceKey, revision] = DOCUMENT.exec(key) ?? [];
  return namespaceKey === undefined ? [] : [{ key, namespaceKey, revision: Number(revision), modifiedAt }];
}
