import { parseNumberValue } from '@pennon/domain';
import { listedValues, SegmentProbe, takesList, takesValue, type ProbedSegment } from '../constraints';
import { witnessesFor } from './witnesses';

type ProbedConstraint = ProbedSegment['constraints'][number];

/** Something of a segment that does not do what its author meant. */
export type SegmentFinding =
  /** It has no constraints. */
  | { readonly kind: 'everyone' }
  /** The constraint at `position`, from 1, says the same as the earlier one at `other`. */
  | { readonly kind: 'duplicate'; readonly position: number; readonly other: number }
  /** A number constraint has a value that is not a number: it never matches. */
  | { readonly kind: 'not-a-number'; readonly position: number; readonly value: string }
  /** No value satisfies the constraint. */
  | { readonly kind: 'never'; readonly position: number }
  /** No value satisfies both, and the segment wants both. */
  | { readonly kind: 'contradiction'; readonly position: number; readonly other: number };

/** The findings of one segment, in the order of its constraints. */
export function segmentFindings({ matchType, constraints }: ProbedSegment): readonly SegmentFinding[] {
  if (constraints.length === 0) return [{ kind: 'everyone' }];
  const dead = constraints.map((constraint) => !canMatch([constraint]));
  return constraints.flatMap((constraint, index): readonly SegmentFinding[] => {
    const position = index + 1;
    const value = notANumber(constraint);
    if (value !== undefined) return [{ kind: 'not-a-number', position, value }];
    if (dead[index] === true) return [{ kind: 'never', position }];
    const earlier = constraints.slice(0, index);
    const twin = earlier.findIndex((other) => saysTheSame(constraint, other));
    if (twin >= 0) return [{ kind: 'duplicate', position, other: twin + 1 }];
    if (matchType === 'any') return [];
    const opposite = earlier.findIndex(
      (other, place) =>
        dead[place] === false && isComparable(constraint, other) && !canMatch([constraint, other]),
    );
    return opposite < 0 ? [] : [{ kind: 'contradiction', position, other: opposite + 1 }];
  });
}

/** The value that is no number where one is compared. */
function notANumber({ type, operator, value }: ProbedConstraint): string | undefined {
  if (type !== 'number' || !takesValue(operator)) return undefined;
  const values = takesList(operator) ? listedValues(value) : [value];
  return values.find((each) => parseNumberValue(each) === undefined);
}

/** Lists are sets: their order says nothing. */
function saysTheSame(one: ProbedConstraint, other: ProbedConstraint): boolean {
  const valueOf = ({ operator, value }: ProbedConstraint): string =>
    takesList(operator) ? JSON.stringify([...new Set(listedValues(value))].toSorted()) : value;
  return (
    one.type === other.type &&
    one.property === other.property &&
    one.operator === other.operator &&
    valueOf(one) === valueOf(other)
  );
}

/** Constraints of different types on one property are judged by nobody: one text can be a number and a date. */
function isComparable(one: ProbedConstraint, other: ProbedConstraint): boolean {
  return one.type === other.type && one.property === other.property;
}

/** True when some value satisfies all of these, which are of one type and one property. */
function canMatch(constraints: readonly ProbedConstraint[]): boolean {
  const probe = new SegmentProbe({ matchType: 'all', constraints });
  const property = constraints[0]?.property ?? '';
  return witnessesFor(constraints).some((value) => probe.matches(value, { [property]: value }));
}
