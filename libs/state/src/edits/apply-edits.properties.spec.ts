import { DomainError, type Json } from '@pennon/domain';
import { someStates } from '@pennon/testing';
import fc from 'fast-check';
import { sized } from '../../../../test/support/size';
import { flagParts } from '../parts/flag-parts';
import { changedParts, isSameInParts, type PartName } from '../parts/part';
import { segmentParts } from '../parts/segment-parts';
import type { FlagState } from '../flag-state';
import type { SegmentState } from '../segment-state';
import { applyEdits, type EditedStates, type NamespaceEdits } from './apply-edits';
import type { FlagEdit, SegmentEdit } from './edit';

const numRuns = sized({ small: 500, whole: 20_000 });

const word = fc.constantFrom('a', 'b', 'c');
const rank = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const selection = fc.record({
  segmentKeys: fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
  segmentOperator: fc.constantFrom('or' as const, 'and' as const),
});
const percents = fc.constantFrom(
  { a: 100 },
  { a: 50, b: 50 },
  { c: 20, b: 80 },
  { a: 33.33, b: 33.33, c: 33.34 },
);

/** For each kind of edit: some, and the parts that it may change. */
const flagKinds: {
  readonly [M in Exclude<keyof FlagEdit, 'key'>]-?: readonly [fc.Arbitrary<FlagEdit[M]>, PartName<FlagState>];
} = {
  off: [fc.oneof(fc.constant(false as const), fc.record({ reason: maybe(fc.constantFrom('', 'x')) })), 'off'],
  enabled: [fc.boolean(), 'isEnabled'],
  defaultVariant: [fc.constantFrom('', 'a', 'b'), 'defaultVariantKey'],
  percentage: [fc.record({ percent: fc.nat(100), rank, value: maybe(fc.boolean()) }), 'rollouts'],
  weights: [fc.record({ percents, rank, selection: maybe(selection), isRestNothing: fc.boolean() }), 'rules'],
  name: [word, 'name'],
  description: [fc.constantFrom('', 'x'), 'description'],
  metadata: [
    fc.record({ set: fc.dictionary(word, fc.constantFrom<Json>(1, null, [1])), remove: fc.array(word) }),
    'metadata',
  ],
};
const constraint = fc.record({
  ...{ type: fc.constant('string' as const), property: word, operator: fc.constantFrom('eq', 'prefix') },
  ...{ value: word, description: fc.constantFrom('', 'x') },
});
const segmentKinds: {
  readonly [M in Exclude<keyof SegmentEdit, 'key'>]-?: readonly [
    fc.Arbitrary<SegmentEdit[M]>,
    PartName<SegmentState>,
  ];
} = {
  name: [word, 'name'],
  description: [fc.constantFrom('', 'x'), 'description'],
  constraints: [
    fc.record({
      add: fc.array(constraint, { maxLength: 2 }),
      remove: fc.array(constraint, { maxLength: 2 }),
    }),
    'constraints',
  ],
};

interface AnyEdit {
  readonly key: string;
}

/** An edit of one kind, and the part that it may change. */
function anEdit(
  keys: readonly string[],
  kinds: Readonly<Record<string, readonly [fc.Arbitrary<unknown>, string]>>,
): fc.Arbitrary<{ readonly part: string; readonly edit: AnyEdit }> {
  return fc.oneof(
    ...Object.entries(kinds).map(([name, [value, part]]) =>
      fc
        .record({ key: fc.constantFrom(...keys), value })
        .map((made) => ({ part, edit: { key: made.key, [name]: made.value } })),
    ),
  );
}

const present = someStates.map(({ flags, segments }) => ({
  flags: [...flags.values()],
  segments: [...segments.values()],
}));

/** What edits make of the states; undefined if they are refused. */
function outcome(edits: NamespaceEdits, states: EditedStates): EditedStates | undefined {
  try {
    return applyEdits(edits, states);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const flagEdit = anEdit(['f', 'g'], flagKinds);
const segmentEdit = anEdit(['a', 'b'], segmentKinds);

test('an edit of a flag changes its own part and no other, and once more changes nothing', () => {
  let applied = 0;
  fc.assert(
    fc.property(flagEdit, present, ({ edit, part }, states) => {
      const edits = { flags: [edit], segments: [] };
      const made = outcome(edits, states);
      const before = states.flags.find(({ key }) => key === edit.key);
      const after = made?.flags[0];
      if (made === undefined || before === undefined || after === undefined) return;
      applied++;
      expect(made).toEqual({ flags: [after], segments: [] });
      expect(changedParts(flagParts, before, after).filter((name) => name !== part)).toEqual([]);
      const again = outcome(edits, made)?.flags[0];
      expect(again !== undefined && isSameInParts(flagParts, after, again)).toBe(true);
    }),
    { numRuns },
  );
  expect(applied).toBeGreaterThan(numRuns / 10);
});

test('an edit of a segment changes its own part and no other, and once more changes nothing', () => {
  let applied = 0;
  fc.assert(
    fc.property(segmentEdit, present, ({ edit, part }, states) => {
      const edits = { flags: [], segments: [edit] };
      const made = outcome(edits, states);
      const before = states.segments.find(({ key }) => key === edit.key);
      const after = made?.segments[0];
      if (made === undefined || before === undefined || after === undefined) return;
      applied++;
      expect(changedParts(segmentParts, before, after).filter((name) => name !== part)).toEqual([]);
      const again = outcome(edits, made)?.segments[0];
      expect(again !== undefined && isSameInParts(segmentParts, after, again)).toBe(true);
    }),
    { numRuns },
  );
  expect(applied).toBeGreaterThan(numRuns / 10);
});

test('a percentage and weights leave every other row as it is', () => {
  fc.assert(
    fc.property(flagEdit, present, ({ edit }, states) => {
      const after = outcome({ flags: [edit], segments: [] }, states)?.flags[0];
      const before = states.flags.find(({ key }) => key === edit.key);
      if (before === undefined || after === undefined) return;
      for (const part of ['rules', 'rollouts'] as const) {
        const others = after[part].filter((row, index) => row !== before[part][index]);
        expect(others.length).toBeLessThanOrEqual(1);
        expect(after[part].length - before[part].length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns },
  );
});

test('edits of different parts come to the same in any order, but for a percentage beside enabled', () => {
  const two = fc.tuple(flagEdit, flagEdit).filter(([one, other]) => {
    const parts = [one.part, other.part];
    return one.part !== other.part && !(parts.includes('rollouts') && parts.includes('isEnabled'));
  });
  fc.assert(
    fc.property(two, present, ([{ edit: one }, { edit: other }], states) => {
      const there = outcome({ flags: [one, other], segments: [] }, states);
      const back = outcome({ flags: [other, one], segments: [] }, states);
      expect(back?.flags.toSorted(byKey)).toEqual(there?.flags.toSorted(byKey));
    }),
    { numRuns },
  );
});

function byKey(one: FlagState, other: FlagState): number {
  return one.key < other.key ? -1 : 1;
}
