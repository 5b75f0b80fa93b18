import {
  type Constraint,
  type Distribution,
  type Flag,
  type Rollout,
  type RolloutStep,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';
import { buildSnapshotDocument, type NamespaceRows } from './build-snapshot-document';
import { type FlagDocument } from './snapshot-document';
import { aFlag } from '@pennon/testing';

const times = { createdAt: 1_700_000_000_000_000, updatedAt: 1_700_000_000_000_001 };
const texts = { name: 'A name', description: 'A description' };
const namespaceKey = 'shop';

function flag(key: string, changes: Partial<Flag> = {}): Flag {
  return aFlag(key, { namespaceKey, ...texts, ...times, ...changes });
}

function variant(flagKey: string, id: string, changes: Partial<Variant> = {}): Variant {
  return { namespaceKey, flagKey, id, key: `key of ${id}`, attachment: '', ...texts, ...times, ...changes };
}

function segment(key: string, changes: Partial<Segment> = {}): Segment {
  return { namespaceKey, key, matchType: 'all', ...texts, ...times, ...changes };
}

function constraint(segmentKey: string, id: string): Constraint {
  const comparison = { type: 'string', property: 'country', operator: 'eq', value: 'NL' } as const;
  return { namespaceKey, segmentKey, id, ...comparison, description: '', ...times };
}

function rule(
  flagKey: string,
  id: string,
  segmentKeys: readonly string[],
  changes: Partial<Rule> = {},
): Rule {
  return { namespaceKey, flagKey, id, rank: 1, segmentKeys, segmentOperator: 'or', ...times, ...changes };
}

function distribution(ruleId: string, id: string, variantId: string): Distribution {
  return { ruleId, id, variantId, rolloutPercent: 50, ...times };
}

function rollout(flagKey: string, id: string, rank: number, step: RolloutStep): Rollout {
  return { namespaceKey, flagKey, id, rank, description: '', step, ...times };
}

function rows(changes: Partial<NamespaceRows> = {}): NamespaceRows {
  const none = {
    flags: [],
    variants: [],
    segments: [],
    constraints: [],
    rules: [],
    distributions: [],
    rollouts: [],
  };
  return { namespace: { key: namespaceKey, revision: 7 }, ...none, ...changes };
}

const shop = rows({
  flags: [
    flag('colour', {
      defaultVariantId: 'v2',
      metadata: { owner: 'payments', size: 2, isOld: false, links: ['a'], team: { a: 1 }, none: null },
    }),
    flag('banner', { type: 'boolean', isEnabled: false, metadata: { links: [] } }),
  ],
  variants: [variant('colour', 'v1', { attachment: '{ "hex": "#f60" }' }), variant('colour', 'v2')],
  segments: [segment('dutch'), segment('Zeeland', { matchType: 'any' }), segment('beta')],
  constraints: [constraint('dutch', 'c1'), constraint('Zeeland', 'c2'), constraint('dutch', 'c3')],
  rules: [
    rule('colour', 'r1', ['dutch', 'Zeeland'], { segmentOperator: 'and' }),
    rule('colour', 'r2', ['beta'], { rank: 5 }),
  ],
  distributions: [distribution('r1', 'd1', 'v2'), distribution('r1', 'd2', 'v1')],
  rollouts: [
    rollout('banner', 'o1', 1, { type: 'threshold', percent: 12.5, value: true }),
    rollout('banner', 'o2', 2, {
      type: 'segment',
      segmentKeys: ['dutch'],
      segmentOperator: 'or',
      value: false,
    }),
  ],
});

describe('buildSnapshotDocument', () => {
  it('assembles a namespace', () => {
    const comparison = { type: 'string', property: 'country', operator: 'eq', value: 'NL' };
    expect(buildSnapshotDocument(shop)).toStrictEqual({
      formatVersion: 2,
      namespaceKey: 'shop',
      revision: 7,
      segments: [
        { key: 'Zeeland', matchType: 'any', constraints: [{ id: 'c2', ...comparison }] },
        { key: 'beta', matchType: 'all', constraints: [] },
        {
          key: 'dutch',
          matchType: 'all',
          constraints: [
            { id: 'c1', ...comparison },
            { id: 'c3', ...comparison },
          ],
        },
      ],
      flags: [
        {
          type: 'variant',
          key: 'colour',
          ...texts,
          isEnabled: true,
          ...times,
          metadata: { owner: 'payments', size: 2, isOld: false },
          variants: [
            { id: 'v1', key: 'key of v1', attachment: '{"hex":"#f60"}' },
            { id: 'v2', key: 'key of v2', attachment: '' },
          ],
          defaultVariantId: 'v2',
          rules: [
            {
              id: 'r1',
              rank: 1,
              segmentKeys: ['dutch', 'Zeeland'],
              segmentOperator: 'and',
              distributions: [
                { id: 'd1', variantId: 'v2', rolloutPercent: 50 },
                { id: 'd2', variantId: 'v1', rolloutPercent: 50 },
              ],
            },
            { id: 'r2', rank: 5, segmentKeys: ['beta'], segmentOperator: 'or', distributions: [] },
          ],
        },
        {
          type: 'boolean',
          key: 'banner',
          ...texts,
          isEnabled: false,
          ...times,
          variants: [],
          rollouts: [
            { id: 'o1', rank: 1, step: { type: 'threshold', percent: 12.5, value: true } },
            {
              id: 'o2',
              rank: 2,
              step: { type: 'segment', segmentKeys: ['dutch'], segmentOperator: 'or', value: false },
            },
          ],
        },
      ],
    });
  });

  it('gives the same bytes for the same rows, whatever order the segments are read in', () => {
    const reversed = { ...shop, segments: shop.segments.toReversed() };
    expect(JSON.stringify(buildSnapshotDocument(reversed))).toBe(JSON.stringify(buildSnapshotDocument(shop)));
  });

  it('survives JSON', () => {
    const document = buildSnapshotDocument(shop);
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  });

  it('builds an empty namespace', () => {
    expect(buildSnapshotDocument(rows())).toMatchObject({ segments: [], flags: [] });
  });

  it('keeps the rules of a boolean flag and the rollouts of a variant flag out', () => {
    const threshold = { type: 'threshold', percent: 50, value: true } as const;
    const [colour, banner] = flagsOf({
      flags: [flag('colour'), flag('banner', { type: 'boolean' })],
      segments: [segment('dutch')],
      rules: [rule('banner', 'r1', ['dutch'])],
      rollouts: [rollout('colour', 'o1', 1, threshold)],
    });
    expect(colour).not.toHaveProperty('rollouts');
    expect(colour).toHaveProperty('rules', []);
    expect(banner).not.toHaveProperty('rules');
    expect(banner).toHaveProperty('rollouts', []);
  });

  it('leaves out the segments that are gone, and with the last one the rule or rollout', () => {
    const step = { type: 'segment', segmentOperator: 'or', value: true } as const;
    const [colour, banner] = flagsOf({
      flags: [flag('colour'), flag('banner', { type: 'boolean' })],
      segments: [segment('dutch')],
      rules: [
        rule('colour', 'r1', ['gone', 'dutch']),
        rule('colour', 'r2', ['gone']),
        rule('colour', 'r3', []),
      ],
      rollouts: [
        rollout('banner', 'o1', 1, { ...step, segmentKeys: ['gone'] }),
        rollout('banner', 'o2', 2, { ...step, segmentKeys: ['dutch', 'gone'] }),
      ],
    });
    expect(colour).toMatchObject({ rules: [{ id: 'r1', segmentKeys: ['dutch'] }] });
    expect(banner).toMatchObject({ rollouts: [{ id: 'o2', step: { segmentKeys: ['dutch'] } }] });
  });

  it('leaves out a distribution whose variant is gone and keeps the rule', () => {
    const [colour] = flagsOf({
      flags: [flag('colour')],
      segments: [segment('dutch')],
      rules: [rule('colour', 'r1', ['dutch'])],
      distributions: [distribution('r1', 'd1', 'gone')],
    });
    expect(colour).toMatchObject({ rules: [{ id: 'r1', distributions: [] }] });
  });

  it('lets a distribution point at a variant of another flag of the namespace', () => {
    const [, colour] = flagsOf({
      flags: [flag('size', { type: 'boolean' }), flag('colour')],
      variants: [variant('size', 'v9')],
      segments: [segment('dutch')],
      rules: [rule('colour', 'r1', ['dutch'])],
      distributions: [distribution('r1', 'd1', 'v9')],
    });
    expect(colour).toMatchObject({ rules: [{ distributions: [{ variantId: 'v9' }] }] });
  });

  it('leaves out a default variant that is not one of the flag', () => {
    const [colour] = flagsOf({
      flags: [flag('colour', { defaultVariantId: 'v9' }), flag('size')],
      variants: [variant('size', 'v9')],
    });
    expect(colour).not.toHaveProperty('defaultVariantId');
  });

  it('ignores rows whose parent is gone', () => {
    const orphans = rows({
      variants: [variant('gone', 'v1')],
      constraints: [constraint('gone', 'c1')],
      rules: [rule('gone', 'r1', [])],
      distributions: [distribution('gone', 'd1', 'v1')],
    });
    expect(buildSnapshotDocument(orphans)).toMatchObject({ segments: [], flags: [] });
  });
});

function flagsOf(changes: Partial<NamespaceRows>): readonly FlagDocument[] {
  return buildSnapshotDocument(rows(changes)).flags;
}
