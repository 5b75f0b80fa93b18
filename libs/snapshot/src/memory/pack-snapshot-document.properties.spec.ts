import { aSnapshotDocument } from '@pennon/testing';
import fc from 'fast-check';
import { compileSnapshot } from '../compile-snapshot';
import { encodeSnapshotDocument } from '../document/snapshot-text';
import { packSnapshotDocument } from './pack-snapshot-document';
import { type FlagDocument, type SnapshotDocument } from '../document/snapshot-document';

/** What is written of it. */
function linesOf(document: SnapshotDocument): readonly unknown[] {
  return [...encodeSnapshotDocument(document)].map((line): unknown => JSON.parse(line));
}

/** All members a reader of the interface can ask for, as it gets them. */
function membersOf(flag: FlagDocument): unknown {
  const { type, key, name, description, isEnabled, createdAt, updatedAt, metadata, variants } = flag;
  const contents = { type, key, name, description, isEnabled, createdAt, updatedAt, metadata, variants };
  return flag.type === 'variant'
    ? { ...contents, defaultVariantId: flag.defaultVariantId, rules: flag.rules }
    : { ...contents, rollouts: flag.rollouts };
}

describe('a packed document', () => {
  it('has the members of the plain one', () => {
    fc.assert(
      fc.property(aSnapshotDocument, (document) => {
        const packed = packSnapshotDocument(document);
        expect(packed.flags.map(membersOf)).toStrictEqual(document.flags.map(membersOf));
        expect(
          packed.segments.map(({ key, matchType, constraints }) => ({ key, matchType, constraints })),
        ).toEqual(document.segments);
        expect({ ...packed, flags: [], segments: [] }).toStrictEqual({
          ...document,
          flags: [],
          segments: [],
        });
      }),
    );
  });

  it('is written the same, compiles to the same flags, and is packed once', () => {
    fc.assert(
      fc.property(aSnapshotDocument, (document) => {
        const packed = packSnapshotDocument(document);
        expect(linesOf(packed)).toStrictEqual(linesOf(document));
        expect(compileSnapshot(packed).flags.values()).toStrictEqual(
          compileSnapshot(document).flags.values(),
        );
        const again = packSnapshotDocument(packed);
        expect(again.flags).toBe(packed.flags);
        expect(again.segments).toBe(packed.segments);
      }),
    );
  });
});
