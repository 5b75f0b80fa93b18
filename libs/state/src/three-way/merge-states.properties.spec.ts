import { someStates, statesAfter } from '@pennon/testing';
import fc from 'fast-check';
import { sized } from '../../../../test/support/size';
import type { FlagState } from '../flag-state';
import { flagParts } from '../parts/flag-parts';
import { namespaceParts } from '../parts/namespace-parts';
import { changedParts, partNames, type PartTable } from '../parts/part';
import { rolloutLaw, ruleLaw } from '../parts/row-laws';
import { segmentParts } from '../parts/segment-parts';
import type { NamespaceState } from '../namespace-state';
import type { ConstraintState, SegmentState } from '../segment-state';
import type { PartConflict, Three } from '../merge/merge-report';
import { mergeStates, type States } from './merge-states';
import { pairRows, type RowLikeness } from '../merge/pair-rows';

const numRuns = sized({ small: 500, whole: 100_000 });

/** A base, and what two people have made of it. */
const aThree: fc.Arbitrary<Three<States>> = someStates.chain((base) =>
  fc.record({ base: fc.constant(base), mine: statesAfter(base), latest: statesAfter(base) }),
);

/** What is equal for states that mean the same. */
function meaningOf({ namespace, flags, segments }: States): unknown {
  const { name = '', description = '' } = namespace;
  return {
    namespace: { name, description },
    flags: [...flags.values()].toSorted(byText('key')).map(plainFlag),
    segments: [...segments.values()].toSorted(byText('key')).map(plainSegment),
  };
}

function plainFlag(flag: FlagState): unknown {
  return {
    ...flag,
    metadata: flag.metadata ?? {},
    variants: flag.variants.toSorted(byText('key')),
    rules: flag.rules.map(ruleText),
    rollouts: flag.rollouts.map((rollout) => [rolloutText(rollout), rollout.description]),
  };
}

/** A flag that both turned off was turned off by latest. */
function withoutAuthors(states: States): States {
  const nobody = { by: '', at: 0, reason: '' };
  const flags = [...states.flags].map(([key, flag]) => [key, { ...flag, off: flag.off && nobody }] as const);
  return { ...states, flags: new Map(flags) };
}

function ruleText(rule: FlagState['rules'][number]): string {
  return JSON.stringify([ruleLaw.condition(rule), ruleLaw.result(rule)]);
}

function rolloutText(rollout: FlagState['rollouts'][number]): string {
  return JSON.stringify([rolloutLaw.condition(rollout), rolloutLaw.result(rollout)]);
}

function plainSegment(segment: SegmentState): unknown {
  return {
    ...segment,
    constraints: segment.constraints.map((one) => JSON.stringify(plainConstraint(one))).toSorted(),
  };
}

function plainConstraint({
  type,
  property,
  operator,
  value,
  description,
}: ConstraintState): readonly unknown[] {
  return [type, property, operator, itemsOf(value).toSorted(), description];
}

/** The items of a list, or the value itself. */
function itemsOf(value: string): readonly unknown[] {
  return value.startsWith('[') ? (JSON.parse(value) as readonly unknown[]) : [value];
}

function byText<K extends string>(name: K): (one: Record<K, string>, other: Record<K, string>) => number {
  return (one, other) => (one[name] < other[name] ? -1 : 1);
}

function placesOf(conflicts: readonly PartConflict[]): readonly string[] {
  return conflicts.map(({ kind, key, part, item }) => JSON.stringify([kind, key, part, item])).toSorted();
}

it('what one side alone has changed, or both alike, is what it becomes', () => {
  fc.assert(
    fc.property(aThree, ({ base, mine, latest }) => {
      for (const [three, expected] of [
        [{ base, mine, latest: base }, mine],
        [{ base, mine: base, latest }, latest],
        [{ base, mine, latest: mine }, mine],
      ] as const) {
        const merge = mergeStates(three);
        expect(merge.conflicts).toEqual([]);
        expect(meaningOf(merge.states)).toEqual(meaningOf(expected));
      }
    }),
    { numRuns },
  );
});

it('is the same whoever was first', () => {
  fc.assert(
    fc.property(aThree, ({ base, mine, latest }) => {
      const merge = mergeStates({ base, mine, latest });
      const other = mergeStates({ base, mine: latest, latest: mine });
      expect(placesOf(other.conflicts)).toEqual(placesOf(merge.conflicts));
      if (merge.conflicts.length > 0) return;
      expect(meaningOf(withoutAuthors(other.states))).toEqual(meaningOf(withoutAuthors(merge.states)));
    }),
    { numRuns },
  );
});

it('is not done a second time', () => {
  fc.assert(
    fc.property(aThree, ({ base, mine, latest }) => {
      const merge = mergeStates({ base, mine, latest });
      fc.pre(merge.conflicts.length === 0);
      fc.pre([mine, latest, merge.states].every((states) => !isUncertain(base, states)));
      const again = mergeStates({ base, mine, latest: merge.states });
      expect(again.conflicts).toEqual([]);
      expect(meaningOf(again.states)).toEqual(meaningOf(merge.states));
    }),
    { numRuns },
  );
});

/**
 * True if a row is known by where it stands, or has the condition of one that there was, or has become what another one
 * was, or if a constraint is one of several that are alike.
 */
function isUncertain(base: States, others: States): boolean {
  if ([...others.segments.values()].some(hasSeveralAlike)) return true;
  return [...base.flags].some(([key, { rules, rollouts }]) => {
    const other = others.flags.get(key);
    if (other === undefined) return false;
    return hasGuess(rules, other.rules, ruleLaw) || hasGuess(rollouts, other.rollouts, rolloutLaw);
  });
}

function hasSeveralAlike({ constraints }: SegmentState): boolean {
  return (
    new Set(constraints.map(({ property, operator }) => `${property} ${operator}`)).size < constraints.length
  );
}

function hasGuess<R>(base: readonly R[], others: readonly R[], law: RowLikeness<R>): boolean {
  let count = 0;
  const paired = pairRows(base, others, law);
  const unlike = pairRows(base, others, { ...law, kind: () => `${count++}` });
  const isByPlace = paired.some((place, index) => place !== unlike[index]);
  const added = others.filter((_, index) => !paired.includes(index)).map(law.condition);
  return (
    isByPlace || base.some((row) => added.includes(law.condition(row))) || hasBecomeAnother(base, others, law)
  );
}

/** True if a row was changed to what another one was: whoever looks again takes it for that one. */
function hasBecomeAnother<R>(base: readonly R[], others: readonly R[], law: RowLikeness<R>): boolean {
  const textOf = (row: R): string | undefined => law.contents.at(-1)?.(row);
  const before = base.map(textOf);
  return pairRows(base, others, law).some((place, index) => {
    const row = place === undefined ? undefined : others[place];
    return row !== undefined && textOf(row) !== before[index] && before.includes(textOf(row));
  });
}

it('says nothing that none of the three says', () => {
  fc.assert(
    fc.property(aThree, (three) => {
      const merge = mergeStates(three);
      fc.pre(merge.conflicts.length === 0);
      const { base, mine, latest } = three;
      const known = new Set([base, mine, latest].flatMap(saidIn));
      expect(saidIn(merge.states).filter((word) => !known.has(word))).toEqual([]);
    }),
    { numRuns },
  );
});

/** Everything that is said in states, each as a text. */
function saidIn({ namespace, flags, segments }: States): readonly string[] {
  const said = (...words: readonly unknown[]): string => JSON.stringify(words);
  return [
    ...Object.entries(namespace).map(([name, value]) => said(name, value)),
    ...[...flags.values()].flatMap((flag) => [
      ...(['name', 'description', 'type', 'isEnabled', 'defaultVariantKey'] as const).map((name) =>
        said(flag.key, name, flag[name] ?? null),
      ),
      ...Object.entries(flag.metadata ?? {}).map(([name, value]) => said(flag.key, 'metadata', name, value)),
      ...flag.variants.flatMap(({ key, name, description, attachment }) =>
        Object.entries({ name, description, attachment }).map(([member, value]) =>
          said(flag.key, key, member, value),
        ),
      ),
      ...flag.rules.flatMap((rule) => [
        said(flag.key, 'for', ruleLaw.condition(rule)),
        said(flag.key, 'get', ruleLaw.result(rule)),
      ]),
      ...flag.rollouts.flatMap((rollout) => [
        said(flag.key, rollout.step.type, 'for', rolloutLaw.condition(rollout) ?? null),
        said(flag.key, rollout.step.type, 'get', rolloutLaw.result(rollout)),
        said(flag.key, 'description', rollout.description),
      ]),
    ]),
    ...[...segments.values()].flatMap(({ key, name, description, matchType, constraints }) => [
      ...Object.entries({ name, description, matchType }).map(([member, value]) => said(key, member, value)),
      ...constraints.flatMap(({ type, property, operator, value, description: words }) => [
        ...itemsOf(value).map((item) => said(key, type, property, operator, item)),
        said(key, property, 'description', words),
      ]),
    ]),
  ];
}

/** What steps want, one after another, and what others make of it before each. */
const aSeries = someStates.chain((base) =>
  fc.record({
    base: fc.constant(base),
    steps: fc.array(fc.tuple(statesAfter(base), fc.infiniteStream(fc.nat())), { minLength: 1, maxLength: 3 }),
    others: fc.array(statesAfter(base), { minLength: 3, maxLength: 3 }),
  }),
);

it('leaves in a series what no step changes to others', () => {
  fc.assert(
    fc.property(aSeries, ({ base, steps, others }) => {
      const wanted = steps.map(([states]) => states);
      let before = base;
      let latest = base;
      for (const [index, mine] of wanted.entries()) {
        // What others do at this time, over what there is.
        latest = mergeStates({ base, mine: others[index] ?? base, latest }, () => 'mine').states;
        const merge = mergeStates({ base: before, mine, latest });
        if (merge.conflicts.length > 0) return;
        const [all, ends] = [
          [base, ...wanted],
          [latest, merge.states],
        ];
        expectUntouched(flagParts, all.map(flagsIn), ends.map(flagsIn));
        expectUntouched(segmentParts, all.map(segmentsIn), ends.map(segmentsIn));
        expectUntouched(namespaceParts, all.map(namespaceIn), ends.map(namespaceIn));
        before = mine;
        latest = merge.states;
      }
    }),
    { numRuns },
  );
});

type Subjects<S> = ReadonlyMap<string, S>;

function flagsIn({ flags }: States): Subjects<FlagState> {
  return flags;
}

function segmentsIn({ segments }: States): Subjects<SegmentState> {
  return segments;
}

function namespaceIn({ namespace: { name = '', description = '' } }: States): Subjects<NamespaceState> {
  return new Map([['', { name, description }]]);
}

/** Expects of each part that none of the steps makes anything else of to be what it was before the merge. */
function expectUntouched<S>(
  table: PartTable<S>,
  steps: readonly Subjects<S>[],
  [latest, merged]: readonly Subjects<S>[],
): void {
  for (const [key, state] of latest ?? []) {
    const [first, ...others] = steps.map((subjects) => subjects.get(key));
    if (first === undefined) continue;
    const changed = others.flatMap((other) =>
      other === undefined ? partNames(table) : changedParts(table, first, other),
    );
    for (const name of partNames(table).filter((one) => !changed.includes(one)))
      expect([key, name, merged?.get(key)?.[name]]).toEqual([key, name, state[name]]);
  }
}
