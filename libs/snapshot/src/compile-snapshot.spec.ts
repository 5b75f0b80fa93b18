import { compileSnapshot } from './compile-snapshot';
import {
  SNAPSHOT_FORMAT_VERSION,
  type BooleanFlagDocument,
  type RuleDocument,
  type SegmentDocument,
  type SnapshotDocument,
  type VariantFlagDocument,
} from './document/snapshot-document';

const contents = { name: '', description: '', isEnabled: true, createdAt: 0, updatedAt: 0, variants: [] };
const dutch: SegmentDocument = { key: 'dutch', matchType: 'all', constraints: [] };

function variantFlag(changes: Partial<VariantFlagDocument>): VariantFlagDocument {
  return { type: 'variant', key: 'colour', ...contents, rules: [], ...changes };
}

function booleanFlag(changes: Partial<BooleanFlagDocument>): BooleanFlagDocument {
  return { type: 'boolean', key: 'banner', ...contents, rollouts: [], ...changes };
}

function rule(segmentKeys: readonly string[], variantId = 'v1'): RuleDocument {
  const distributions = [{ id: 'd1', variantId, rolloutPercent: 100 }];
  return { id: 'r1', rank: 1, segmentKeys, segmentOperator: 'or', distributions };
}

function document(changes: Partial<SnapshotDocument>): SnapshotDocument {
  const formatVersion = SNAPSHOT_FORMAT_VERSION;
  return { formatVersion, namespaceKey: 'shop', revision: 7, segments: [dutch], flags: [], ...changes };
}

describe('compileSnapshot', () => {
  it('keeps the document and the order of the flags', () => {
    const source = document({ flags: [variantFlag({ key: 'z' }), booleanFlag({ key: 'a' })] });
    const snapshot = compileSnapshot(source);
    expect(snapshot.document).toBe(source);
    expect(snapshot.flags.values().map(({ key }) => key)).toEqual(['z', 'a']);
  });

  it('finds no flag under a name objects have of themselves', () => {
    expect(compileSnapshot(document({})).flags.get('constructor')).toBeUndefined();
  });

  it('resolves the default variant and the variants of distributions', () => {
    const variants = [{ id: 'v1', key: 'orange', attachment: '{}' }];
    const flag = variantFlag({ variants, defaultVariantId: 'v1', rules: [rule(['dutch'])] });
    const orange = { key: 'orange', attachment: '{}' };
    expect(compileSnapshot(document({ flags: [flag] })).flags.get('colour')).toMatchObject({
      defaultVariant: orange,
      rules: [{ distributions: [{ bound: 1000, variant: orange }] }],
    });
  });

  it('shares one compiled segment between rules', () => {
    const flags = [
      variantFlag({ rules: [rule(['dutch'])] }),
      variantFlag({ key: 'size', rules: [rule(['dutch'])] }),
    ];
    const compiled = [...compileSnapshot(document({ flags })).flags.values()];
    const [first, second] = compiled.map((flag) => flag.type === 'variant' && flag.rules[0]?.segments[0]);
    expect(first).toMatchObject(dutch);
    expect(first).toBe(second);
  });

  it('freezes the segment keys, which results share', () => {
    const flag = compileSnapshot(document({ flags: [variantFlag({ rules: [rule(['dutch'])] })] })).flags.get(
      'colour',
    );
    expect(flag?.type === 'variant' && Object.isFrozen(flag.rules[0]?.segmentKeys)).toBe(true);
  });

  it('rounds the percent of a threshold to a 32-bit float', () => {
    const step = { type: 'threshold', percent: 33.3, value: true } as const;
    const flags = [booleanFlag({ rollouts: [{ id: 'o1', rank: 1, step }] })];
    expect(compileSnapshot(document({ flags })).flags.get('banner')).toMatchObject({
      rollouts: [{ type: 'threshold', percent: Math.fround(33.3) }],
    });
  });

  it('drops references a document does not hold, as building it would', () => {
    const step = { type: 'segment', segmentKeys: ['gone'], segmentOperator: 'and', value: true } as const;
    const flags = [
      variantFlag({ defaultVariantId: 'gone', rules: [rule(['gone']), rule(['gone', 'dutch'], 'gone')] }),
      booleanFlag({ rollouts: [{ id: 'o1', rank: 1, step }] }),
    ];
    const compiled = compileSnapshot(document({ flags })).flags;
    expect(compiled.get('colour')).toMatchObject({
      defaultVariant: undefined,
      rules: [{ segmentKeys: ['dutch'], distributions: [] }],
    });
    expect(compiled.get('banner')).toMatchObject({ rollouts: [] });
  });
});

describe('compileSnapshot, given the snapshot before', () => {
  const size = variantFlag({ key: 'size', rules: [rule(['dutch'])] });
  const colour = variantFlag({ variants: [{ id: 'v1', key: 'red', attachment: '' }] });
  const before = compileSnapshot(document({ flags: [colour, size] }));

  it('uses flags again that are the same', () => {
    const changed = { ...colour, isEnabled: false };
    const after = compileSnapshot(document({ flags: [changed, size] }), before);
    expect(after.flags.get('size')).toBe(before.flags.get('size'));
    expect(after.flags.get('colour')).toMatchObject({ isEnabled: false });
  });

  it('compiles flags again that look at a segment which has changed', () => {
    const segments: SegmentDocument[] = [{ ...dutch, matchType: 'any' }];
    const after = compileSnapshot(document({ segments, flags: [colour, size] }), before);
    expect(after.flags.get('size')).toMatchObject({ rules: [{ segments: [{ matchType: 'any' }] }] });
    expect(after.flags.get('colour')).toBe(before.flags.get('colour'));
  });

  it('compiles flags again that point at a variant of another flag which looks different', () => {
    const changed = { ...colour, variants: [{ id: 'v1', key: 'orange', attachment: '' }] };
    const after = compileSnapshot(document({ flags: [changed, size] }), before);
    expect(after.flags.get('size')).toMatchObject({
      rules: [{ distributions: [{ variant: { key: 'orange' } }] }],
    });
  });

  it('goes by the later of two flags with one key, also where another flag has changed', () => {
    const twice = [variantFlag({ key: 'size', isEnabled: false }), size, colour];
    const held = compileSnapshot(document({ flags: twice }));
    const flags = [...twice.slice(0, 2), { ...colour, isEnabled: false }];
    const after = compileSnapshot(document({ flags }), held);
    expect(after.flags.values()).toStrictEqual(compileSnapshot(document({ flags })).flags.values());
  });

  it('takes flags and segments away that are gone', () => {
    const after = compileSnapshot(document({ segments: [], flags: [size] }), before);
    expect(after.flags.values().map(({ key }) => key)).toEqual(['size']);
    expect(after.flags.get('size')).toMatchObject({ rules: [] });
  });
});
