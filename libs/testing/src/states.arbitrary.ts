import type { Json } from '@pennon/domain';
import {
  flagValueParts,
  noneOf,
  type ConstraintState,
  type FlagState,
  type RolloutState,
  type RuleState,
  type SegmentState,
  type States,
  type VariantState,
} from '@pennon/state';
import fc from 'fast-check';

/** Few words, so that two people often mean the same thing. */
const keys = ['a', 'b', 'c'] as const;
const key = fc.constantFrom(...keys);
const text = fc.constantFrom<string>('', 'x', 'y');
const percent = fc.constantFrom(0, 10, 50, 100);

const variant: fc.Arbitrary<VariantState> = fc.record({
  ...{ key, name: text, description: text },
  attachment: fc.constantFrom('', '{"n":1}', '[2]'),
});

const selection = {
  segmentKeys: fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
  segmentOperator: fc.constantFrom('or', 'and'),
};

const rule: fc.Arbitrary<RuleState> = fc.record({
  ...selection,
  distributions: fc.array(fc.record({ variantKey: key, rolloutPercent: percent }), { maxLength: 2 }),
});

const rollout: fc.Arbitrary<RolloutState> = fc.record({
  description: text,
  step: fc.oneof(
    fc.record({ type: fc.constant('threshold'), percent, value: fc.boolean() }),
    fc.record({ type: fc.constant('segment'), ...selection, value: fc.boolean() }),
  ),
});

const metadata: fc.Arbitrary<Record<string, Json> | undefined> = fc.option(
  fc.dictionary(key, fc.constantFrom<Json>(1, '1', null, [1]), { minKeys: 1, maxKeys: 2 }),
  { nil: undefined },
);

const constraint: fc.Arbitrary<ConstraintState> = fc
  .record({
    ...{ property: key, description: text, operator: fc.constantFrom('eq', 'prefix', 'isoneof') },
    ...{ word: key, list: fc.uniqueArray(key, { minLength: 1 }) },
  })
  .map(({ property, description, operator, word, list }) => ({
    ...{ type: 'string', property, description, operator },
    value: operator === 'isoneof' ? JSON.stringify(list) : word,
  }));

const unique = { selector: ({ key: name }: { readonly key: string }) => name, maxLength: 3 };

/** Some people's edits of a list: each takes one away, puts one in, puts another in its place, or moves one. */
function editedList<T>(item: fc.Arbitrary<T>): (list: readonly T[]) => fc.Arbitrary<readonly T[]> {
  const edit = fc.record({ deed: fc.nat(3), at: fc.nat(3), to: fc.nat(3), item });
  return (list) =>
    fc.array(edit, { maxLength: 2 }).map((edits) =>
      edits.reduce<readonly T[]>((items, { deed, at, to, item: other }) => {
        const index = Math.min(at, items.length);
        if (deed === 0) return items.toSpliced(index, 1);
        if (deed === 1) return items.toSpliced(index, 0, other);
        if (deed === 2) return index < items.length ? items.with(index, other) : items;
        const [moved] = items.slice(index, index + 1);
        return moved === undefined ? items : items.toSpliced(index, 1).toSpliced(to, 0, moved);
      }, list),
    );
}

/** Something with a key of its own in a list without another of that key. */
function editedByKey<T extends { readonly key: string }>(
  item: fc.Arbitrary<T>,
): (list: readonly T[]) => fc.Arbitrary<readonly T[]> {
  return (list) =>
    editedList(item)(list).map((items) => [...new Map(items.map((one) => [one.key, one])).values()]);
}

/** The other value, or mostly the same one. */
function maybe<T>(other: fc.Arbitrary<T>): (value: T) => fc.Arbitrary<T> {
  return (value) => fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
}

const off: fc.Arbitrary<FlagState['off']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(false as const) },
  { weight: 1, arbitrary: fc.record({ by: text, at: fc.constantFrom(1000, 2000), reason: text }) },
);

function aFlag(flagKey: string): fc.Arbitrary<FlagState> {
  const said = fc.record({
    key: fc.constant(flagKey),
    ...{
      name: text,
      description: text,
      type: fc.constantFrom('variant', 'boolean'),
      isEnabled: fc.boolean(),
    },
    ...{ metadata, variants: fc.uniqueArray(variant, unique) },
    off,
    defaultVariantKey: fc.option(key, { nil: undefined }),
    rules: fc.array(rule, { maxLength: 3 }),
    rollouts: fc.array(rollout, { maxLength: 3 }),
  });
  return said.map((flag) => ({ ...noneOf(flagValueParts), ...flag }));
}

function editedFlag(flag: FlagState): fc.Arbitrary<FlagState> {
  const edited = fc.record({
    ...{ name: maybe(text)(flag.name), description: maybe(text)(flag.description) },
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant(flag.type) },
      { weight: 1, arbitrary: fc.constantFrom('variant' as const, 'boolean' as const) },
    ),
    isEnabled: maybe(fc.boolean())(flag.isEnabled),
    off: maybe(off)(flag.off),
    metadata: maybe(metadata)(flag.metadata),
    defaultVariantKey: maybe<string | undefined>(key)(flag.defaultVariantKey),
    variants: editedByKey(variant)(flag.variants),
    rules: editedList(rule)(flag.rules),
    rollouts: editedList(rollout)(flag.rollouts),
  });
  return edited.map((members) => ({ ...flag, ...members }));
}

function aSegment(segmentKey: string): fc.Arbitrary<SegmentState> {
  return fc.record({
    key: fc.constant(segmentKey),
    ...{ name: text, description: text, matchType: fc.constantFrom('all', 'any') },
    constraints: fc.array(constraint, { maxLength: 3 }),
  });
}

function editedSegment(segment: SegmentState): fc.Arbitrary<SegmentState> {
  return fc.record({
    key: fc.constant(segment.key),
    ...{ name: maybe(text)(segment.name), description: maybe(text)(segment.description) },
    matchType: maybe(fc.constantFrom('all' as const, 'any' as const))(segment.matchType),
    constraints: editedList(constraint)(segment.constraints),
  });
}

type Subjects<S> = ReadonlyMap<string, S>;

/** Subjects of these keys, each of which may be missing. */
function subjects<S>(
  names: readonly string[],
  one: (name: string) => fc.Arbitrary<S>,
): fc.Arbitrary<Subjects<S>> {
  return fc
    .tuple(...names.map((name) => fc.option(one(name), { freq: 4, nil: undefined })))
    .map((states) => mapOf(names, states));
}

function editedSubjects<S>(
  names: readonly string[],
  before: Subjects<S>,
  one: (name: string) => fc.Arbitrary<S>,
  edit: (state: S) => fc.Arbitrary<S>,
): fc.Arbitrary<Subjects<S>> {
  const ofOne = (name: string): fc.Arbitrary<S | undefined> => {
    const state = before.get(name);
    const other = fc.option(one(name), { nil: undefined });
    if (state === undefined) return maybe<S | undefined>(other)(undefined);
    return fc.oneof({ weight: 9, arbitrary: edit(state) }, { weight: 1, arbitrary: other });
  };
  return fc.tuple(...names.map(ofOne)).map((states) => mapOf(names, states));
}

function mapOf<S>(names: readonly string[], states: readonly (S | undefined)[]): Subjects<S> {
  const found = new Map<string, S>();
  for (const [index, name] of names.entries()) {
    const state = states[index];
    if (state !== undefined) found.set(name, state);
  }
  return found;
}

const flagKeys = ['f', 'g'];
const segmentKeys = ['a', 'b'];

/** What a namespace may be. */
export const someStates: fc.Arbitrary<States> = fc.record({
  namespace: fc.record({ name: text, description: text }),
  flags: subjects(flagKeys, aFlag),
  segments: subjects(segmentKeys, aSegment),
});

/** What somebody may make of it. */
export function statesAfter({ namespace, flags, segments }: States): fc.Arbitrary<States> {
  return fc.record({
    namespace: fc.record({
      name: maybe(text)(namespace.name ?? ''),
      description: maybe(text)(namespace.description ?? ''),
    }),
    flags: editedSubjects(flagKeys, flags, aFlag, editedFlag),
    segments: editedSubjects(segmentKeys, segments, aSegment, editedSegment),
  });
}
