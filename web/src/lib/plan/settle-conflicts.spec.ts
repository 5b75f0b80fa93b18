import { aShownFlag, aVariant } from '../../../tests/support/a-flag';
import { type Constraint, type FlagContents, type Rule, type Segment, type Variant } from '../model';
import { conflictText } from './conflict-words';
import { planFlagUpdate } from './flag-plans';
import { type Wanted } from './plan';
import { planConstraintDelete } from './segment-plans';
import { type Latest, settleConflicts } from './settle-conflicts';
import { type BasedFlag, type BasedSegment } from './state-plans';
import { rulePlans } from './step-plans';
import { planVariantUpdate } from './variant-plans';

const [blue, green] = ['blue', 'green'].map((key) => aVariant(key)) as [Variant, Variant];

function rule(id: string, segmentKey: string, variantKey: string, rolloutPercent = 100): Rule {
  return {
    ...{ id, segmentKeys: [segmentKey], segmentOperator: 'or' },
    distributions: [{ variantKey, rolloutPercent }],
  };
}

const beta = rule('1', 'beta', 'blue');
const staff = rule('2', 'staff', 'blue');

function flag(changes: Partial<FlagContents> = {}): BasedFlag {
  return {
    ...aShownFlag('checkout', {
      name: 'Checkout',
      variants: [blue, green],
      rules: [beta, staff],
      ...changes,
    }),
    ...{ base: '3.a', document: '{"key":"checkout","name":"of the server"}' },
  };
}

function segment(constraints: Segment['constraints'], description = ''): BasedSegment {
  return {
    ...{ namespaceKey: 'shop', key: 'beta', name: 'Beta', description, matchType: 'all' },
    ...{ constraints, base: '3.a', document: '{"key":"beta"}', createdAt: '', updatedAt: '' },
  };
}

function latest(flags: readonly BasedFlag[], segments: readonly BasedSegment[] = []): Latest {
  return { base: '7.b', flags, segments };
}

function wantedOf({ wanted }: { readonly wanted?: Wanted | undefined }): Wanted {
  if (wanted === undefined) throw new Error('nothing is wanted');
  return wanted;
}

const described = wantedOf(planFlagUpdate(flag(), { name: 'Mine', description: 'mine' }));

describe('a change over what others have made', () => {
  const theirs = latest([flag({ name: 'Theirs', description: 'theirs', isEnabled: false })]);

  it('is in conflict where both have changed a part', () => {
    const { conflicts, kept } = settleConflicts(described, theirs);
    expect(conflicts).toMatchObject([
      { kind: 'flag', key: 'checkout', part: 'name', base: 'Checkout', mine: 'Mine', latest: 'Theirs' },
      { part: 'description', base: '', mine: 'mine', latest: 'theirs' },
    ]);
    expect(kept).toMatchObject([{ part: 'isEnabled' }]);
  });

  it('changes what was chosen, and nothing else, of the latest document', () => {
    const { conflicts, wanted } = settleConflicts(described, theirs, ({ part }) =>
      part === 'name' ? 'latest' : 'mine',
    );
    expect(conflicts).toEqual([]);
    expect(wanted).toMatchObject({
      base: '7.b',
      flags: [
        {
          state: { name: 'Theirs', description: 'mine', isEnabled: false },
          before: { name: 'Theirs', description: 'theirs' },
          kept: { parts: ['description'], document: '{"key":"checkout","name":"of the server"}' },
        },
      ],
    });
  });

  it('is nothing where all of theirs is kept', () => {
    expect(settleConflicts(described, theirs, () => 'latest').wanted).toBeUndefined();
  });

  it('is merged row by row', () => {
    const distributions = [{ variantKey: 'green', rolloutPercent: 100 }];
    const wanted = wantedOf(rulePlans.update(flag(), beta, { ...beta, distributions }));
    const moved = latest([flag({ rules: [rule('2', 'staff', 'green', 50), beta] })]);
    const settled = settleConflicts(wanted, moved);
    expect(settled.conflicts).toEqual([]);
    expect(settled.wanted?.flags?.[0]?.state.rules).toMatchObject([
      { segmentKeys: ['staff'], distributions: [{ variantKey: 'green', rolloutPercent: 50 }] },
      { segmentKeys: ['beta'], distributions: [{ variantKey: 'green', rolloutPercent: 100 }] },
    ]);
  });

  it('asks about a row that one deleted and the other edited', () => {
    const wanted = wantedOf(rulePlans.delete(flag(), beta));
    const edited = latest([flag({ rules: [rule('1', 'beta', 'green', 70), staff] })]);
    const [conflict, ...others] = settleConflicts(wanted, edited).conflicts;
    expect(others).toEqual([]);
    expect(conflict && [conflict.base, conflict.mine, conflict.latest].map(textOf(conflict))).toEqual([
      'beta → blue 100 %',
      '',
      'beta → green 70 %',
    ]);
  });

  it('keeps new rules of both where that was chosen', () => {
    const distributions = [{ variantKey: 'blue', rolloutPercent: 100 }];
    const added = { segmentKeys: ['mine'], segmentOperator: 'or', distributions } as const;
    const wanted = wantedOf(rulePlans.create(flag(), added));
    const others = latest([flag({ rules: [beta, staff, rule('3', 'theirs', 'blue')] })]);
    expect(settleConflicts(wanted, others).conflicts).toMatchObject([
      { part: 'rules', item: 'order of new' },
    ]);
    const { wanted: both } = settleConflicts(wanted, others, () => 'both');
    const keys = both?.flags?.[0]?.state.rules.flatMap(({ segmentKeys }) => segmentKeys);
    expect(keys).toEqual(['beta', 'staff', 'theirs', 'mine']);
  });

  it('makes what was deleted again, or leaves it', () => {
    const [again, left] = (['mine', 'latest'] as const).map((side) =>
      settleConflicts(described, latest([]), () => side),
    );
    expect(again?.wanted?.flags).toMatchObject([{ state: { key: 'checkout', name: 'Mine' } }]);
    expect(again?.wanted?.flags?.[0]).not.toHaveProperty('kept');
    expect(left?.wanted).toBeUndefined();
  });

  it('still makes and deletes what it did, also where nothing else is left of it', () => {
    const keys = { created: { flags: ['new'], segments: [] }, deleted: { flags: ['old'], segments: [] } };
    const { wanted } = settleConflicts({ ...described, ...keys }, theirs, () => 'latest');
    expect(wanted).toEqual({ base: '7.b', flags: [], segments: [], ...keys });
  });

  it('holds of segments as well', () => {
    const constraint: Constraint = {
      ...{ id: '1', type: 'string', property: 'plan', operator: 'eq', value: 'pro', description: '' },
    };
    const wanted = wantedOf(planConstraintDelete(segment([constraint]), constraint));
    const { wanted: merged } = settleConflicts(wanted, latest([], [segment([constraint], 'theirs')]));
    expect(merged?.segments).toMatchObject([
      { state: { constraints: [], description: 'theirs' }, kept: { parts: ['constraints'] } },
    ]);
  });
});

describe('a change over another key of a variant', () => {
  const azure = aVariant('azure');
  /** The rules as others made them: the first one shares between two variants. */
  const shared = (first: string, second: string): readonly Rule[] => {
    const split = [first, second].map((variantKey) => ({ variantKey, rolloutPercent: 50 }));
    return [
      { ...beta, distributions: split },
      { ...staff, distributions: rule('2', 'staff', first).distributions },
    ];
  };
  const sharesOf = (settled: ReturnType<typeof settleConflicts>): unknown =>
    settled.wanted?.flags?.[0]?.state.rules[0]?.distributions;
  const half = (variantKey: string): unknown => ({ variantKey, rolloutPercent: 50 });

  it('has the shares of others follow the key of mine', () => {
    const wanted = wantedOf(planVariantUpdate(flag(), blue, { ...blue, key: 'azure' }));
    const settled = settleConflicts(wanted, latest([flag({ rules: shared('blue', 'green') })]));
    expect(settled.conflicts).toEqual([]);
    expect(sharesOf(settled)).toEqual([half('azure'), half('green')]);
    expect(settled.wanted?.flags?.[0]?.state.variants.map(({ key }) => key).sort()).toEqual([
      'azure',
      'green',
    ]);
  });

  it('has the key follow that of mine where nothing used it before', () => {
    const wanted = wantedOf(planVariantUpdate(flag(), green, { ...green, key: 'lime' }));
    const settled = settleConflicts(wanted, latest([flag({ rules: shared('blue', 'green') })]));
    expect(settled.conflicts).toEqual([]);
    expect(sharesOf(settled)).toEqual([half('blue'), half('lime')]);
  });

  it('has the shares of mine follow the key of others, and asks about those that both changed', () => {
    const [mine] = shared('blue', 'green');
    const wanted = wantedOf(rulePlans.update(flag(), beta, mine ?? beta));
    const others = latest([
      flag({
        variants: [azure, green],
        rules: [rule('1', 'beta', 'azure', 70), rule('2', 'staff', 'azure')],
      }),
    ]);
    const [conflict] = settleConflicts(wanted, others).conflicts;
    expect(conflict).toMatchObject({
      mine: { distributions: [half('azure'), half('green')] },
      latest: { distributions: [{ variantKey: 'azure', rolloutPercent: 70 }] },
    });
    const settled = settleConflicts(wanted, others, () => 'mine');
    expect(settled.conflicts).toEqual([]);
    expect(sharesOf(settled)).toEqual([half('azure'), half('green')]);
  });

  it('takes one that was deleted and another that was added for two', () => {
    const [mine] = shared('blue', 'green');
    const wanted = wantedOf(rulePlans.update(flag(), beta, mine ?? beta));
    const others = latest([
      flag({
        variants: [azure, green],
        rules: [beta, staff].map((each) => ({ ...each, distributions: [] })),
      }),
    ]);
    expect(settleConflicts(wanted, others, () => 'mine').conflicts).toMatchObject([
      { part: 'rules', with: { part: 'variants', item: 'blue' } },
    ]);
  });
});

const textOf =
  (place: Parameters<typeof conflictText>[0]) =>
  (value: unknown): string =>
    conflictText(place, value);

describe('a value of a conflict', () => {
  const selection = { segmentKeys: ['a', 'b'], segmentOperator: 'and' };
  const share = { variantKey: 'blue', rolloutPercent: 70 };
  const constraint = { type: 'string', property: 'plan', operator: 'eq', value: 'pro', description: '' };
  it.each([
    ['name', 'Checkout', 'Checkout'],
    ['isEnabled', true, 'True'],
    ['defaultVariantKey', undefined, ''],
    ['metadata', { owner: 'shop' }, '{"owner":"shop"}'],
    ['rules', { ...selection, distributions: [share] }, 'all of a, b → blue 70 %'],
    ['rules', [share, { variantKey: 'green', rolloutPercent: 30 }], 'blue 70 %\ngreen 30 %'],
    ['rules', selection, 'all of a, b'],
    ['rollouts', { description: '', step: { type: 'threshold', percent: 5, value: true } }, /^5 %.* → True$/],
    ['rollouts', { type: 'threshold', percent: 5, value: false }, /^5 %.* → False$/],
    ['variants', { key: 'blue', name: 'Blue', description: '', attachment: '' }, 'blue, Blue'],
    ['constraints', constraint, 'String: plan eq pro'],
    ['condition', { matchType: 'any', constraints: [constraint] }, /plan eq pro/],
    ['matchType', 'any', /any/i],
  ])('is told in words: %s', (part, value, words) => {
    expect(conflictText({ kind: 'flag', part }, value)).toMatch(
      typeof words === 'string' ? new RegExp(`^${words.replaceAll(/[{}]/g, String.raw`\$&`)}$`) : words,
    );
  });
});
