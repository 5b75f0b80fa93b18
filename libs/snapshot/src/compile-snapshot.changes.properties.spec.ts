import { aSnapshotDocument } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../test/support/size';
import { compileSnapshot, type Snapshot } from './compile-snapshot';
import { packSnapshotDocument } from './memory/pack-snapshot-document';
import { unpackFlag } from './memory/packed-flag';
import { type SnapshotDocument } from './document/snapshot-document';

/** What of a document is taken from another one: for each item of both, whether it is. */
const choices = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });

interface Keyed {
  readonly key: string;
}

/** The items of both lists, each under its key from one or the other, and then in no order in particular. */
function mixed<T extends Keyed>(own: readonly T[], others: readonly T[], isOther: readonly boolean[]): T[] {
  const kept = own.filter((_, index) => isOther[index] !== true);
  const taken = others.filter(
    ({ key }, index) => isOther[index + 4] === true && !kept.some((item) => item.key === key),
  );
  return [...taken, ...kept];
}

/** A document that has some objects in common with the first. */
function mix(
  document: SnapshotDocument,
  other: SnapshotDocument,
  isOther: readonly boolean[],
): SnapshotDocument {
  return {
    ...document,
    segments: mixed(document.segments, other.segments, isOther),
    flags: mixed(document.flags, other.flags, isOther),
  };
}

/** The document with every flag that is chosen switched over, in its place. */
function switched(document: SnapshotDocument, isChosen: readonly boolean[]): SnapshotDocument {
  const flags = document.flags.map((flag, index) =>
    isChosen[index] === true ? { ...unpackFlag(flag), isEnabled: !flag.isEnabled } : flag,
  );
  return { ...document, flags };
}

it('compiling what has changed gives what compiling everything gives', () => {
  fc.assert(
    fc.property(
      aSnapshotDocument,
      fc.array(fc.tuple(aSnapshotDocument, choices, fc.boolean(), fc.boolean()), { maxLength: 4 }),
      (first, changes) => {
        let document = first;
        let snapshot: Snapshot = compileSnapshot(document);
        let packed: SnapshotDocument | undefined;
        for (const [other, isOther, isInPlace, isPacked] of changes) {
          document = isInPlace ? switched(document, isOther) : mix(document, other, isOther);
          snapshot = compileSnapshot(document, snapshot);
          expect(snapshot.document).toBe(document);
          expect(snapshot.flags.values()).toStrictEqual(compileSnapshot(document).flags.values());
          expect(snapshot.flags.values().map(({ key }) => key)).toEqual(document.flags.map(({ key }) => key));
          if (!isPacked) continue;
          const again = packSnapshotDocument(document, packed);
          expect(again).toStrictEqual(packSnapshotDocument(document));
          packed = document = again;
          snapshot = { ...snapshot, document };
        }
      },
    ),
    { numRuns: runs(1000) },
  );
});
