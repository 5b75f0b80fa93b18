import type { StoredObject } from './object-store/object-store';
import { supersededDocuments, supersededTokens } from './publication-cleanup';

const DIGEST = '0123456789abcdef';

/** An object that was written in that second of an hour. */
function objectAt(second: number, key: string): StoredObject {
  return { key, etag: undefined, size: 1, modifiedAt: new Date(2026, 10, 22, 3, 0, second) };
}

/** Revisions of a namespace, written a second apart. */
function revisions(namespaceKey: string, ...numbers: readonly number[]): readonly StoredObject[] {
  return numbers.map((revision, index) =>
    objectAt(index, `revisions/${namespaceKey}/${revision}-${DIGEST}.features.json`),
  );
}

function keyOf(namespaceKey: string, revision: number): string {
  return `revisions/${namespaceKey}/${revision}-${DIGEST}.features.json`;
}

const retention = {
  keep: 2,
  named: new Set<string>(),
  namespaceKeys: new Set(['shop', 'garden']),
  before: new Date(2026, 10, 22, 4),
};

describe('documents that nobody needs any more', () => {
  it('are those of each namespace beyond the number that is kept', () => {
    const objects = [...revisions('shop', 9, 10, 11), ...revisions('garden', 1, 2)];
    expect(supersededDocuments(objects, retention)).toEqual([keyOf('shop', 9)]);
  });

  it('are the oldest, which are not the lowest revisions after a database was put back', () => {
    expect(supersededDocuments(revisions('shop', 50, 51, 7, 8), retention)).toEqual([
      keyOf('shop', 51),
      keyOf('shop', 50),
    ]);
  });

  it('of one moment are those of lower revisions', () => {
    const objects = revisions('shop', 9, 11, 10).map((object) => ({ ...object, modifiedAt: new Date(0) }));
    expect(supersededDocuments(objects, retention)).toEqual([keyOf('shop', 9)]);
  });

  it('are never those that a manifest names', () => {
    const named = new Set([keyOf('shop', 1), keyOf('gone', 3)]);
    const objects = [...revisions('shop', 1, 2, 3, 4), ...revisions('gone', 2, 3)];
    expect(supersededDocuments(objects, { ...retention, named })).toEqual([
      keyOf('shop', 2),
      keyOf('gone', 2),
    ]);
  });

  it('are all of a namespace that is not published any more', () => {
    expect(supersededDocuments(revisions('gone', 1, 2), retention)).toHaveLength(2);
  });

  it('are none that were written lately: somebody may be about to name or to read them', () => {
    const before = new Date(2026, 10, 22, 3, 0, 1);
    expect(supersededDocuments(revisions('gone', 1, 2), { ...retention, before })).toEqual([
      keyOf('gone', 1),
    ]);
  });

  it.each([
    'revisions/README.md',
    'revisions/gone/notes.features.json',
    `revisions/gone/deeper/1-${DIGEST}.features.json`,
    `revisions/gone/1-${DIGEST}.features.json.bak`,
    'latest/gone.features.json',
  ])('are no objects of others: %s', (key) => {
    expect(supersededDocuments([objectAt(0, key)], { ...retention, keep: 0 })).toEqual([]);
  });
});

it('tokens that nobody needs any more are those that no manifest names', () => {
  const objects = ['tokens/aaaaaaaaaaaaaaaa.json', `tokens/${DIGEST}.json`, 'tokens/notes.json'].map((key) =>
    objectAt(0, key),
  );
  const named = new Set([`tokens/${DIGEST}.json`]);
  expect(supersededTokens(objects, { ...retention, named })).toEqual(['tokens/aaaaaaaaaaaaaaaa.json']);
});
