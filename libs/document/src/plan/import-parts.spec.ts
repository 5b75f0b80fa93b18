import type { DistributionState, FlagState, RuleState } from '@pennon/state';
import {
  aConstraint,
  aDistribution,
  aFlag,
  aRollout,
  aRule,
  aSegment,
  aVariant,
  planImport,
} from '@pennon/testing';
import { buildDocument } from '../write/build-document';
import { type NamespaceDocument } from '../document';
import { type NamedContents } from '../namespace-contents';
import type { ImportMode } from './import-change';
import { describeChange } from './plan-lines';

const state: NamedContents = {
  namespace: { key: 'default', name: 'Default', description: '' },
  flags: [aFlag('colour', { defaultVariantId: 'v1' }), aFlag('banner', { type: 'boolean' })],
  variants: [aVariant('colour', 'v1', { key: 'red' }), aVariant('colour', 'v2', { key: 'blue' })],
  segments: [aSegment('everyone'), aSegment('dutch')],
  constraints: [aConstraint('dutch', 'c1'), aConstraint('dutch', 'c2', { value: 'BE' })],
  rules: [aRule('colour', 'r1'), aRule('colour', 'r2', { rank: 5, segmentKeys: ['dutch'] })],
  distributions: [
    aDistribution('r1', 'v1', { id: 'd1', rolloutPercent: 20 }),
    aDistribution('r1', 'v2', { id: 'd2', rolloutPercent: 30 }),
    aDistribution('r1', 'v1', { id: 'd3', rolloutPercent: 50 }),
  ],
  rollouts: [
    aRollout('banner', 'o1'),
    aRollout('banner', 'o2', {
      rank: 2,
      step: { type: 'segment', segmentKeys: ['dutch'], segmentOperator: 'or', value: true },
    }),
  ],
};
const { document } = buildDocument(state);

/** The lines of the plan that turns the state into the document. */
function lines(
  wanted: NamespaceDocument,
  mode: Partial<ImportMode> = {},
  from: NamedContents | 'nothing' = state,
): readonly string[] {
  const plan = planImport(wanted, from === 'nothing' ? undefined : from, {
    existing: 'update',
    prune: false,
    ...mode,
  });
  return plan.changes
    .flatMap((change) => [...describeChange(change)])
    .map(({ sign, depth, text }) => `${'  '.repeat(depth)}${sign} ${text}`);
}

function withFlag(changes: Partial<FlagState>): NamespaceDocument {
  const [colour, banner] = document.flags;
  if (colour === undefined || banner === undefined) throw new Error('the flags are gone');
  return { ...document, flags: [{ ...colour, ...changes }, banner] };
}

function withRules(change: (rules: readonly RuleState[]) => readonly RuleState[]): NamespaceDocument {
  return withFlag({ rules: change(document.flags[0]?.rules ?? []) });
}

function withDistributions(...distributions: readonly (readonly [string, number])[]): NamespaceDocument {
  const shares = distributions.map(([variantKey, rolloutPercent]): DistributionState => ({
    variantKey,
    rolloutPercent,
  }));
  return withRules((rules) =>
    rules.map((rule, index) => (index === 0 ? { ...rule, distributions: shares } : rule)),
  );
}

describe('importParts', () => {
  it('changes nothing when the document is an export of the state, though ranks have gaps', () => {
    for (const existing of ['update', 'skip'] as const) {
      for (const prune of [true, false]) expect(lines(document, { existing, prune })).toEqual([]);
    }
  });

  it('creates a namespace with everything in it, segments first', () => {
    expect(lines(document, {}, 'nothing')).toEqual([
      '+ namespace default',
      '+ segment everyone',
      '+ segment dutch',
      '+ flag colour',
      '+ flag banner',
    ]);
    const unsaid = { ...document, namespace: { key: 'shop', name: undefined, description: undefined } };
    expect(planImport(unsaid, undefined, { existing: 'update', prune: false }).changes[0]).toEqual({
      kind: 'namespace',
      action: 'create',
      key: 'shop',
      to: { name: 'shop', description: '' },
    });
  });

  it('updates name and description of the namespace when the document says them', () => {
    const named = { ...document, namespace: { key: 'default', name: 'Main', description: 'D' } };
    expect(lines(named)).toEqual([
      '~ namespace default',
      '  ~ name: "Default" → "Main"',
      '  ~ description: "" → "D"',
    ]);
    expect(lines(named, { existing: 'skip' })).toEqual([]);
    const unsaid = { ...document, namespace: { key: 'default', name: undefined, description: undefined } };
    expect(lines(unsaid)).toEqual([]);
  });

  it('updates the fields of a flag one by one', () => {
    expect(
      lines(withFlag({ isEnabled: false, metadata: { b: 1, a: 2 }, defaultVariantKey: undefined })),
    ).toEqual([
      '~ flag colour',
      '  ~ enabled: true → false',
      '  ~ metadata: {} → {"a":2,"b":1}',
      '  ~ default_variant: "red" → none',
    ]);
  });

  it('replaces a flag whose type changes, which no update can', () => {
    expect(lines(withFlag({ type: 'boolean' }))).toEqual(['- flag colour', '+ flag colour']);
  });

  it('creates and updates variants before what names them, and deletes them only when it prunes', () => {
    const [red] = document.flags[0]?.variants ?? [];
    const green = { key: 'green', name: '', description: '', attachment: '' };
    const changed = withFlag({
      variants: [
        { key: 'red', name: 'Red', description: red?.description ?? '', attachment: '{"a":1}' },
        green,
      ],
      defaultVariantKey: 'green',
      rules: [],
    });
    const expected = [
      '~ flag colour, variant red',
      '  ~ name: "" → "Red"',
      '  ~ attachment: "" → "{\\"a\\":1}"',
      '+ flag colour, variant green',
      '~ flag colour',
      '  ~ default_variant: "red" → "green"',
      '- flag colour, rule 1',
      '- flag colour, rule 5',
    ];
    expect(lines(changed)).toEqual(expected);
    expect(lines(changed, { prune: true })).toEqual([...expected, '- flag colour, variant blue']);
  });

  it('does not mind how a stored attachment is spelled', () => {
    const variants = state.variants.map((variant) => ({ ...variant, attachment: ' { "a": "\\u0041" } ' }));
    expect(lines(buildDocument({ ...state, variants }).document, {}, { ...state, variants })).toEqual([]);
  });

  it('keeps the rows of rules that only move, and of those that are for the same segments', () => {
    expect(lines(withRules((rules) => rules.toReversed()))).toEqual([
      '~ flag colour, rule 1',
      '  ~ rank: 5 → 1',
      '~ flag colour, rule 2',
      '  ~ rank: 1 → 2',
    ]);
    const added = withRules((rules) => [
      { segmentKeys: ['dutch', 'everyone'], segmentOperator: 'and', distributions: [] },
      ...rules.map((rule) => ({ ...rule, distributions: [{ variantKey: 'blue', rolloutPercent: 100 }] })),
    ]);
    const plan = planImport(added, state, { existing: 'update', prune: false });
    expect(
      plan.changes.map((change) =>
        'ruleId' in change ? [change.action, change.kind, change.ruleId] : [change.action, change.kind],
      ),
    ).toEqual([
      ['create', 'rule'],
      ['update', 'rule'],
      ['update', 'distribution', 'r1'],
      ['delete', 'distribution', 'r1'],
      ['delete', 'distribution', 'r1'],
      ['update', 'rule'],
      ['create', 'distribution', 'r2'],
    ]);
  });

  it('makes the rules of a flag those of the document, without pruning too', () => {
    expect(lines(withRules((rules) => rules.slice(1)))).toEqual([
      '- flag colour, rule 1',
      '~ flag colour, rule 1',
      '  ~ rank: 5 → 1',
    ]);
  });

  it.each([
    [
      'one changes',
      [
        ['red', 20],
        ['blue', 40],
        ['red', 50],
      ],
      ['update d2'],
    ],
    [
      'one is added',
      [
        ['red', 20],
        ['blue', 30],
        ['red', 50],
        ['blue', 1],
      ],
      ['create'],
    ],
    [
      'the first goes',
      [
        ['blue', 30],
        ['red', 50],
      ],
      ['delete d1'],
    ],
    [
      'the second goes',
      [
        ['red', 20],
        ['red', 50],
      ],
      ['delete d2'],
    ],
    [
      'the last goes',
      [
        ['red', 20],
        ['blue', 30],
      ],
      ['delete d3'],
    ],
    ['all but one go, and that changes', [['blue', 99]], ['update d1', 'delete d2', 'delete d3']],
    [
      'one comes first',
      [
        ['blue', 1],
        ['red', 20],
        ['blue', 30],
        ['red', 50],
      ],
      ['update d1', 'update d2', 'update d3', 'create'],
    ],
  ] as const)(
    'rewrites distributions where they are, since their order cannot change: %s',
    (_, shares, expected) => {
      const plan = planImport(withDistributions(...shares), state, { existing: 'update', prune: false });
      expect(
        plan.changes.map((change) => ('id' in change ? `${change.action} ${change.id}` : change.action)),
      ).toEqual(expected);
    },
  );

  it('keeps the row of a rollout as long as its type stays', () => {
    const [threshold, segment] = document.flags[1]?.rollouts ?? [];
    if (threshold === undefined || segment === undefined) throw new Error('the rollouts are gone');
    const [colour, banner] = document.flags;
    const changed = {
      ...document,
      flags: [
        ...(colour === undefined ? [] : [colour]),
        ...(banner === undefined
          ? []
          : [{ ...banner, rollouts: [{ ...segment, description: 'D' }, segment] }]),
      ],
    };
    expect(lines(changed)).toEqual(['- flag banner, rollout 1', '+ flag banner, rollout 1']);
  });

  it('matches constraints that are equal whatever their order, then those that are alike', () => {
    const [everyone, dutch] = document.segments;
    if (everyone === undefined || dutch === undefined) throw new Error('the segments are gone');
    const [nl, be] = dutch.constraints;
    if (nl === undefined || be === undefined) throw new Error('the constraints are gone');
    const withConstraints = (...constraints: typeof dutch.constraints): NamespaceDocument => ({
      ...document,
      segments: [everyone, { ...dutch, constraints }],
    });
    expect(lines(withConstraints(be, nl))).toEqual([]);
    expect(lines(withConstraints(be, { ...nl, value: 'DE', description: 'D' }))).toEqual([
      '~ segment dutch, constraint country eq DE',
      '  ~ value: "NL" → "DE"',
      '  ~ description: "" → "D"',
    ]);
    expect(lines(withConstraints(be))).toEqual(['- segment dutch, constraint country eq NL']);
    expect(lines(withConstraints(nl, be, { ...be, operator: 'empty', value: '' }))).toEqual([
      '+ segment dutch, constraint country empty',
    ]);
  });

  it('skips what exists when it is to, and creates the rest', () => {
    const changed = {
      ...document,
      segments: document.segments.map((segment) => ({ ...segment, name: 'other' })),
    };
    const [banner] = document.flags.slice(1);
    const flags =
      banner === undefined
        ? []
        : [
            { ...banner, isEnabled: false },
            { ...banner, key: 'new' },
          ];
    expect(lines({ ...changed, flags }, { existing: 'skip' })).toEqual(['+ flag new']);
  });

  it('prunes flags, and segments after everything that looks at them', () => {
    const kept = { ...document, flags: [], segments: document.segments.slice(0, 1) };
    expect(lines(kept)).toEqual([]);
    expect(lines(kept, { prune: true })).toEqual(['- flag colour', '- flag banner', '- segment dutch']);
  });

  it('does not prune a segment that a skipped flag looks at', () => {
    const kept = { ...document, segments: [] };
    expect(lines(kept, { existing: 'skip', prune: true })).toEqual([]);
  });

  it('refuses a flag that looks at a segment which is nowhere, or is pruned', () => {
    const without = { ...document, segments: [] };
    expect(lines(without)).toEqual([]);
    expect(() => lines(without, {}, 'nothing')).toThrow(
      'flag "colour" looks at the unknown segment "everyone"',
    );
    expect(() => lines(without, { prune: true })).toThrow(
      'flag "colour" looks at the unknown segment "everyone"',
    );
  });
});
