import { groupBy } from '@pennon/domain';
import { takesList } from '../operators/operators-by-type';
import type { ConstraintState } from '../segment-state';
import { mergeLists } from './merge-lists';
import { mergeNamed, type Both } from './merge-named';
import type { Spot, Three } from './merge-report';
import { mergeValue } from './merge-value';

/**
 * Merges constraints. One is known by what it looks at and how, unless a side has several that are alike in that: those
 * are known by all that they say. One that both sides have replaced, each by another operator, is a conflict.
 */
export function mergeConstraints(
  three: Three<readonly ConstraintState[]>,
  spot: Spot,
): readonly ConstraintState[] {
  const ambiguous = new Set([three.base, three.mine, three.latest].flatMap(looksOfSeveral));
  const named = (constraints: readonly ConstraintState[]): ReadonlyMap<string, ConstraintState> =>
    withNames(constraints, (constraint) =>
      ambiguous.has(lookOf(constraint)) ? contentOf(constraint) : lookOf(constraint),
    );
  const merged = mergeNamed(
    withReplaced({ base: named(three.base), mine: named(three.mine), latest: named(three.latest) }, (one) =>
      ambiguous.has(lookOf(one)),
    ),
    {
      isEdited: (one, other) => one.value !== other.value,
      merge: mergeConstraint,
      nameOf: ({ property, operator }) => `${property} ${operator}`,
    },
    spot,
  );
  return [...merged.values()];
}

/**
 * Gives what both sides have put in the place of a constraint, each something else that looks at the same property, the
 * name of that constraint.
 *
 * @param isSkipped True for constraints that are one of several alike: they are a set.
 */
function withReplaced(
  { base, mine, latest }: Three<ReadonlyMap<string, ConstraintState>>,
  isSkipped: (constraint: ConstraintState) => boolean,
): Three<ReadonlyMap<string, ConstraintState>> {
  const newNames = new Map<string, string>();
  const namesIn = (
    side: ReadonlyMap<string, ConstraintState>,
    ...others: readonly ReadonlyMap<string, ConstraintState>[]
  ): Map<string, string[]> =>
    namesByProperty(side, (name, one) => !isSkipped(one) && others.every((other) => !other.has(name)));
  const [ours, theirs] = [namesIn(mine, base, latest), namesIn(latest, base, mine)];
  for (const [property, gone] of namesIn(base, mine, latest)) {
    for (const [index, name] of gone.entries()) {
      const [our, their] = [ours.get(property)?.[index], theirs.get(property)?.[index]];
      if (our === undefined || their === undefined) break;
      newNames.set(our, name).set(their, name);
    }
  }
  const renamed = (side: ReadonlyMap<string, ConstraintState>): ReadonlyMap<string, ConstraintState> =>
    new Map([...side].map(([name, constraint]) => [newNames.get(name) ?? name, constraint]));
  return { base, mine: renamed(mine), latest: renamed(latest) };
}

function namesByProperty(
  constraints: ReadonlyMap<string, ConstraintState>,
  isMeant: (name: string, constraint: ConstraintState) => boolean,
): Map<string, string[]> {
  const meant = [...constraints].filter(([name, constraint]) => isMeant(name, constraint));
  const byProperty = groupBy(meant, ([, { property }]) => property);
  return new Map([...byProperty].map(([property, some]) => [property, some.map(([name]) => name)]));
}

function mergeConstraint(three: Both<ConstraintState>, spot: Spot): ConstraintState {
  const { base, mine, latest } = three;
  if (lookOf(mine) !== lookOf(latest)) return spot.conflict(three);
  const value = takesList(latest.operator)
    ? mergeLists({ base: base?.value ?? '[]', mine: mine.value, latest: latest.value }, spot)
    : mergeValue({ base: base?.value, mine: mine.value, latest: latest.value }, Object.is, spot);
  const descriptions = { base: base?.description ?? '', mine: mine.description, latest: latest.description };
  return {
    ...latest,
    value: value ?? latest.value,
    description: mergeValue(descriptions, Object.is, spot.at('description')),
  };
}

/** The constraints by name; those of one name are told apart by numbers. */
function withNames(
  constraints: readonly ConstraintState[],
  textOf: (constraint: ConstraintState) => string,
): ReadonlyMap<string, ConstraintState> {
  const named = new Map<string, ConstraintState>();
  const counts = new Map<string, number>();
  for (const constraint of constraints) {
    const text = textOf(constraint);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    named.set(JSON.stringify([text, count]), constraint);
  }
  return named;
}

function looksOfSeveral(constraints: readonly ConstraintState[]): readonly string[] {
  const looks = constraints.map(lookOf);
  return looks.filter((look, index) => looks.indexOf(look) < index);
}

/** What a constraint looks at, and how. */
function lookOf({ type, property, operator }: ConstraintState): string {
  return JSON.stringify([type, property, operator]);
}

function contentOf({ type, property, operator, value, description }: ConstraintState): string {
  return JSON.stringify([type, property, operator, value, description]);
}
