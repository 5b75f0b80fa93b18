import {
  compileSnapshot,
  SNAPSHOT_FORMAT_VERSION,
  type Snapshot,
  type SnapshotDocument,
} from '@pennon/snapshot';
import fc from 'fast-check';
import { bulkTag } from './bulk-answer';
import { OfrepDialect } from './ofrep-dialect';

const flipt = new OfrepDialect('flipt');

function aSnapshot(
  changes: Partial<Pick<SnapshotDocument, 'namespaceKey' | 'revision' | 'mark'>> = {},
): Snapshot {
  const document: SnapshotDocument = {
    formatVersion: SNAPSHOT_FORMAT_VERSION,
    namespaceKey: 'shop',
    revision: 7,
    segments: [],
    flags: [],
    ...changes,
  };
  return compileSnapshot(document);
}

const context = fc.dictionary(fc.string(), fc.string());

describe('the tag of a bulk answer', () => {
  const tag = bulkTag(aSnapshot(), { targetingKey: 'me', plan: 'pro' }, flipt);

  it('is strong and quoted', () => {
    expect(tag).toMatch(/^"[\da-f]{64}"$/);
  });

  it('is the same for the same state', () => {
    expect(bulkTag(aSnapshot(), { targetingKey: 'me', plan: 'pro' }, flipt)).toBe(tag);
  });

  it.each([
    ['another namespace', aSnapshot({ namespaceKey: 'default' }), {}],
    ['another revision', aSnapshot({ revision: 8 }), {}],
    ['another value in the context', aSnapshot(), { plan: 'free' }],
    ['another member in the context', aSnapshot(), { country: 'NL' }],
    ['another entity', aSnapshot(), { targetingKey: 'you' }],
    ['other flags', aSnapshot(), { flags: 'colour' }],
  ])('is another one for %s', (_, snapshot, changes) => {
    expect(bulkTag(snapshot, { targetingKey: 'me', plan: 'pro', ...changes }, flipt)).not.toBe(tag);
  });

  it('is that of the mark, whatever number an instance has given it', () => {
    const [one, other, lost] = [
      aSnapshot({ mark: '7e933026d0ea' }),
      aSnapshot({ mark: '7e933026d0ea', revision: 1_882_993_611_761_971 }),
      aSnapshot({ mark: 'rT0cJ8k1xWqZ' }),
    ].map((snapshot) => bulkTag(snapshot, {}, flipt));
    expect(other).toBe(one);
    expect(lost).not.toBe(one);
  });

  it('is another one for the other dialect', () => {
    const other = bulkTag(aSnapshot(), { targetingKey: 'me', plan: 'pro' }, new OfrepDialect('openfeature'));
    expect(other).not.toBe(tag);
  });

  it('is another one for another version', () => {
    const later = bulkTag(aSnapshot(), { targetingKey: 'me', plan: 'pro' }, flipt, '99.0.0');
    expect(later).not.toBe(tag);
  });

  it('does not depend on the order of the context', () => {
    fc.assert(
      fc.property(context, (properties) => {
        const reversed = Object.fromEntries(Object.entries(properties).reverse());
        expect(bulkTag(aSnapshot(), reversed, flipt)).toBe(bulkTag(aSnapshot(), properties, flipt));
      }),
    );
  });

  it('tells any two contexts apart', () => {
    fc.assert(
      fc.property(context, context, (one, other) => {
        const areSame = bulkTag(aSnapshot(), one, flipt) === bulkTag(aSnapshot(), other, flipt);
        expect(areSame).toBe(JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other)));
      }),
    );
  });

  it.each([
    [{ a: 'b,c' }, { a: 'b', c: '' }],
    [{ a: '","' }, { a: '', '': '' }],
    [{ ab: '' }, { a: 'b' }],
  ])('is not fooled by texts that could run into each other: %j and %j', (one, other) => {
    expect(bulkTag(aSnapshot(), one, flipt)).not.toBe(bulkTag(aSnapshot(), other, flipt));
  });
});

function inOrder(properties: Readonly<Record<string, string>>): unknown {
  return Object.keys(properties)
    .sort()
    .map((name) => [name, properties[name]]);
}
