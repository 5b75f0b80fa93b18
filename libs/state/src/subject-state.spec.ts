import { aDocument, aFlagState } from '@pennon/testing';
import fc from 'fast-check';
import type { FlagState } from './flag-state';
import type { ConstraintState, SegmentState } from './segment-state';
import { completeFlag, isSameState, type SubjectState } from './subject-state';

const red = { key: 'red', name: 'Red', description: '', attachment: '{"a":1}' };
const blue = { ...red, key: 'blue', name: 'Blue' };
const rule = {
  segmentKeys: ['beta', 'pro'],
  segmentOperator: 'or',
  distributions: [
    { variantKey: 'red', rolloutPercent: 40 },
    { variantKey: 'blue', rolloutPercent: 60 },
  ],
} as const;
const threshold = { description: '', step: { type: 'threshold', percent: 10, value: true } } as const;
const toBeta = {
  description: '',
  step: { type: 'segment', segmentKeys: ['beta'], segmentOperator: 'or', value: true },
} as const;
const flag = aFlagState('f', {
  ...{ name: 'F', isEnabled: true },
  metadata: { team: 'shop', tags: ['a', 'b'] },
  variants: [red, blue],
  rules: [rule, { ...rule, segmentKeys: ['pro'] }],
  rollouts: [threshold, toBeta],
});
const constraint: ConstraintState = {
  ...{ type: 'string', property: 'plan', operator: 'eq', value: 'pro', description: '' },
};
const segment: SegmentState = {
  ...{ key: 's', name: 'S', description: '', matchType: 'all' },
  constraints: [constraint, { ...constraint, value: 'free' }, constraint],
};

function ofFlag(changes: Partial<FlagState> = {}): SubjectState {
  return { kind: 'flag', key: 'f', createdAt: 1, value: { ...flag, ...changes } };
}

function ofSegment(changes: Partial<SegmentState> = {}): SubjectState {
  return { kind: 'segment', key: 's', createdAt: 1, value: { ...segment, ...changes } };
}

describe('two states are the same', () => {
  it.each<[what: string, one: SubjectState, other: SubjectState]>([
    ['created at different times', ofFlag(), { ...ofFlag(), createdAt: 2 }],
    ['with variants in another order', ofFlag(), ofFlag({ variants: [blue, red] })],
    ['with metadata in another order', ofFlag(), ofFlag({ metadata: { tags: ['a', 'b'], team: 'shop' } })],
    ['with no metadata and empty metadata', ofFlag({ metadata: undefined }), ofFlag({ metadata: {} })],
    [
      'with constraints in another order',
      ofSegment(),
      ofSegment({ constraints: segment.constraints.toReversed() }),
    ],
  ])('%s', (_, one, other) => {
    expect(isSameState(one, other)).toBe(true);
    expect(isSameState(other, one)).toBe(true);
  });

  it('if one was stored as JSON and read again', () => {
    fc.assert(
      fc.property(aDocument(), ({ flags }) => {
        for (const value of flags) {
          const state = { kind: 'flag', key: value.key, createdAt: 0, value } as const;
          const stored = JSON.parse(JSON.stringify(value)) as FlagState;
          expect(isSameState(state, { ...state, value: completeFlag(stored) })).toBe(true);
        }
      }),
    );
  });

  it('if neither is there', () => {
    expect(isSameState(undefined, undefined)).toBe(true);
    expect(isSameState(ofFlag(), undefined)).toBe(false);
    expect(isSameState(undefined, ofFlag())).toBe(false);
  });
});

describe('two states differ', () => {
  it.each<[what: string, changes: Partial<FlagState>]>([
    ['name', { name: 'G' }],
    ['description', { description: 'D' }],
    ['type', { type: 'boolean' }],
    ['being enabled', { isEnabled: false }],
    ['metadata', { metadata: { team: 'shop', tags: ['b', 'a'] } }],
    ['default', { defaultVariantKey: 'red' }],
    ['a variant', { variants: [red, { ...blue, attachment: '' }] }],
    ['the key of a variant', { variants: [red, { ...blue, key: 'green' }] }],
    ['one variant more', { variants: [red, blue, { ...blue, key: 'green' }] }],
    ['one variant less', { variants: [red] }],
    ['the order of rules', { rules: flag.rules.toReversed() }],
    ['one rule less', { rules: [rule] }],
    ['the operator of a rule', { rules: [{ ...rule, segmentOperator: 'and' }, ...flag.rules.slice(1)] }],
    [
      'the order of shares',
      { rules: [{ ...rule, distributions: rule.distributions.toReversed() }, ...flag.rules.slice(1)] },
    ],
    ['the order of rollouts', { rollouts: [toBeta, threshold] }],
    ['a step', { rollouts: [{ ...threshold, step: { ...threshold.step, percent: 11 } }, toBeta] }],
    ['the words of a rollout', { rollouts: [{ ...threshold, description: 'D' }, toBeta] }],
  ])('in %s of a flag', (_, changes) => {
    expect(isSameState(ofFlag(), ofFlag(changes))).toBe(false);
    expect(isSameState(ofFlag(changes), ofFlag())).toBe(false);
  });

  it.each<[what: string, changes: Partial<SegmentState>]>([
    ['match type', { matchType: 'any' }],
    [
      'how often a constraint is there',
      { constraints: [...segment.constraints.slice(1), constraint, constraint] },
    ],
    [
      'which constraint is there twice',
      { constraints: segment.constraints.map((one, index) => segment.constraints[(index + 1) % 2] ?? one) },
    ],
    [
      'a constraint',
      { constraints: segment.constraints.map((one) => ({ ...one, type: 'number' as const })) },
    ],
  ])('in %s of a segment', (_, changes) => {
    expect(isSameState(ofSegment(), ofSegment(changes))).toBe(false);
  });

  it('in kind', () => {
    const namespace: SubjectState = {
      kind: 'namespace',
      key: '',
      createdAt: 1,
      value: { name: 'S', description: '' },
    };
    expect(isSameState(namespace, { ...ofSegment(), key: '' })).toBe(false);
    expect(isSameState(namespace, namespace)).toBe(true);
  });
});

it('has every member after it was read, those of a flag that was stored without them among them', () => {
  const { metadata: _, rules, ...stored } = flag;
  expect(completeFlag(stored as FlagState)).toStrictEqual({ ...stored, metadata: undefined, rules: [] });
  expect(rules).toHaveLength(2);
});
