import { type Flag, type NamespaceParts, type Variant } from '@pennon/domain';
import {
  aConstraint,
  aDistribution,
  aFlag,
  aRollout,
  aRule,
  aSegment,
  aVariant,
  timesAfter,
} from '@pennon/testing';
import { buildSnapshotDocument, type NamespaceRows } from '../document/build-snapshot-document';
import { patchSnapshotDocument } from './patch-snapshot-document';
import { type SnapshotDocument } from '../document/snapshot-document';

/** Three flags in creation order, of which the last points at a variant of the first. */
const before: NamespaceRows = {
  namespace: { key: 'default', revision: 7 },
  flags: [
    aFlag('colour', timesAfter(1)),
    aFlag('banner', { ...timesAfter(2), type: 'boolean' }),
    aFlag('size', timesAfter(3)),
  ],
  variants: [aVariant('colour', 'red'), aVariant('colour', 'blue'), aVariant('size', 'large')],
  segments: [aSegment('dutch'), aSegment('everyone')],
  constraints: [aConstraint('dutch', 'c1')],
  rules: [aRule('colour', 'r1'), aRule('size', 'r2')],
  distributions: [aDistribution('r1', 'red'), aDistribution('r2', 'large'), aDistribution('r2', 'blue')],
  rollouts: [aRollout('banner', 'o1')],
};
const held = buildSnapshotDocument(before);

/** The rows after a change, from which those of the changed parts are taken. */
interface Change {
  readonly flagKeys?: readonly string[];
  readonly segmentKeys?: readonly string[];
  readonly after: Partial<NamespaceRows>;
}

/** What patching with the rows of the changed parts gives, which has to be what building anew gives. */
function patched({ flagKeys = [], segmentKeys = [], after }: Change): SnapshotDocument {
  const all: NamespaceRows = { ...before, namespace: { key: 'default', revision: 8 }, ...after };
  const changed: NamespaceParts = { flagKeys: new Set(flagKeys), segmentKeys: new Set(segmentKeys) };
  const ofFlag = ({ flagKey }: { readonly flagKey: string }): boolean => changed.flagKeys.has(flagKey);
  const rules = all.rules.filter(ofFlag);
  const document = patchSnapshotDocument(held, changed, {
    namespace: all.namespace,
    flags: all.flags.filter(({ key }) => changed.flagKeys.has(key)),
    variants: all.variants.filter(ofFlag),
    segments: all.segments.filter(({ key }) => changed.segmentKeys.has(key)),
    constraints: all.constraints.filter(({ segmentKey }) => changed.segmentKeys.has(segmentKey)),
    rules,
    distributions: all.distributions.filter(({ ruleId }) => rules.some(({ id }) => id === ruleId)),
    rollouts: all.rollouts.filter(ofFlag),
  });
  expect(document).toStrictEqual(buildSnapshotDocument(all));
  return document;
}

function flagsWith(key: string, changes: Partial<Flag>): readonly Flag[] {
  return before.flags.map((flag) => (flag.key === key ? { ...flag, ...changes } : flag));
}

function variantsWithout(id: string): readonly Variant[] {
  return before.variants.filter((variant) => variant.id !== id);
}

describe('patching a document', () => {
  it('keeps everything but the revision when nothing in it has changed', () => {
    const document = patched({ after: {} });
    expect(document.revision).toBe(8);
    document.flags.forEach((flag, index) => {
      expect(flag).toBe(held.flags[index]);
    });
    expect(document.segments[0]).toBe(held.segments[0]);
  });

  it('replaces a flag in its place, and keeps the others', () => {
    const document = patched({
      flagKeys: ['banner'],
      after: { flags: flagsWith('banner', { isEnabled: false }) },
    });
    expect(document.flags[1]).toMatchObject({ key: 'banner', isEnabled: false });
    expect([document.flags[0], document.flags[2]]).toEqual([held.flags[0], held.flags[2]]);
    expect(document.flags[0]).toBe(held.flags[0]);
    expect(document.flags[2]).toBe(held.flags[2]);
  });

  it('puts a new flag where it was created', () => {
    const flags = before.flags.toSpliced(2, 0, aFlag('theme', timesAfter(2)));
    const document = patched({ flagKeys: ['theme'], after: { flags } });
    expect(document.flags.map(({ key }) => key)).toEqual(['colour', 'banner', 'theme', 'size']);
  });

  it('moves a flag that was deleted and created again to the end', () => {
    const flags = [...before.flags.slice(1), aFlag('colour', timesAfter(4))];
    const document = patched({
      flagKeys: ['colour'],
      after: {
        flags,
        variants: before.variants.slice(2),
        rules: before.rules.slice(1),
        distributions: [aDistribution('r2', 'large')],
      },
    });
    expect(document.flags.map(({ key }) => key)).toEqual(['banner', 'size', 'colour']);
  });

  it('takes the distributions of other flags away with a variant, and leaves flags without any as they are', () => {
    const document = patched({
      flagKeys: ['colour'],
      after: {
        variants: variantsWithout('blue'),
        distributions: before.distributions.filter(({ variantId }) => variantId !== 'blue'),
      },
    });
    expect(document.flags[2]).toMatchObject({ rules: [{ distributions: [{ variantId: 'large' }] }] });
    expect(document.flags[1]).toBe(held.flags[1]);
  });

  it('keeps flags that point at a variant of another flag which only looks different', () => {
    const variants = before.variants.map((variant) =>
      variant.id === 'blue' ? { ...variant, key: 'azure' } : variant,
    );
    const document = patched({ flagKeys: ['colour'], after: { variants } });
    expect(document.flags[2]).toBe(held.flags[2]);
  });

  it('replaces, adds and removes segments, by key', () => {
    const segments = [aSegment('Zeeland'), aSegment('everyone', { matchType: 'any' })];
    const document = patched({
      segmentKeys: ['everyone', 'dutch', 'Zeeland'],
      after: { segments, constraints: [] },
    });
    expect(document.segments.map(({ key, matchType }) => [key, matchType])).toEqual([
      ['Zeeland', 'all'],
      ['everyone', 'any'],
    ]);
    document.flags.forEach((flag, index) => {
      expect(flag).toBe(held.flags[index]);
    });
  });

  it('leaves the document it starts from as it is', () => {
    const copy = structuredClone(held);
    patched({ flagKeys: ['colour'], after: { flags: flagsWith('colour', { name: 'Hue' }) } });
    expect(held).toStrictEqual(copy);
  });
});
