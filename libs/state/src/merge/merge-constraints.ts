import { takesList } from '../operators/operators-by-type';
import type { ConstraintState } from '../segment-state';
import { mergeLists } from './merge-lists';
import { mergeNamed, type Both } from './merge-named';
import type { Spot, Three } from './merge-report';
import { mergeValue } from './merge-value';

/**
 * Merges constraints. One is known by what it looks at and how, unless a side has several that are alike in that: those
 * are known by all that they say.
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
    { base: named(three.base), mine: named(three.mine), latest: named(three.latest) },
    {
      isEdited: (one, other) => one.value !== other.value,
      merge: mergeConstraint,
      nameOf: ({ property, operator }) => `${property} ${operator}`,
    },
    spot,
  );
  return [...merged.values()];
}

function mergeConstraint({ base, mine, latest }: Both<ConstraintState>, spot: Spot): ConstraintState {
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
