import { assertKey, groupBy, quote, type Constraint, type Segment } from '@pennon/domain';
import { ENTITY_ID_PROPERTY, normalizeConstraint, storedOperatorsByType } from '@pennon/state';
import {
  type ConstraintRow,
  type FliptRows,
  type SegmentRow,
  someTimes,
  wordsOf,
} from '../rows/namespace-rows';
import { type Omissions } from './omissions';

/** Segments that Pennon can have. */
export interface LawfulSegments {
  readonly segments: readonly Segment[];
  readonly constraints: readonly Constraint[];
}

/**
 * Leaves out every segment that breaks a law. One constraint is reason enough: without it the segment might match more
 * entities than it does.
 */
export function lawfulSegments(namespaceKey: string, rows: FliptRows, omissions: Omissions): LawfulSegments {
  const constraintsOf = groupBy(rows.constraints, (row) => row.segment_key);
  const all = rows.segments.map((row) => {
    const segment = segmentOf(namespaceKey, row, omissions);
    const constraints = (constraintsOf.get(row.key) ?? []).map((constraint, index) =>
      constraintOf(namespaceKey, constraint, index + 1, omissions),
    );
    const lawful = constraints.filter((constraint) => constraint !== undefined);
    const isWhole = lawful.length === constraints.length;
    return segment !== undefined && isWhole ? { segment, constraints: lawful } : undefined;
  });
  const lawful = all.filter((segment) => segment !== undefined);
  return {
    segments: lawful.map(({ segment }) => segment),
    constraints: lawful.flatMap(({ constraints }) => constraints),
  };
}

function segmentOf(namespaceKey: string, row: SegmentRow, omissions: Omissions): Segment | undefined {
  const { key, name, description } = row;
  const subject = `segment ${quote(key)} is left out`;
  const matchType = wordsOf.matchType(row.match_type);
  if (matchType === undefined) omissions.add(`${subject}: its match type ${row.match_type} is not known`);
  const isLawful = omissions.isLawful(subject, () => {
    assertKey('key', key);
  });
  if (matchType === undefined || !isLawful) return undefined;
  return { namespaceKey, key, name: name === '' ? key : name, description, matchType, ...someTimes };
}

function constraintOf(
  namespaceKey: string,
  row: ConstraintRow,
  position: number,
  omissions: Omissions,
): Constraint | undefined {
  const type = wordsOf.comparisonType(row.type);
  const subject = `segment ${quote(row.segment_key)} is left out: constraint ${position}`;
  // Here a constraint is held to what was stored, not to what somebody types: in capitals it never matches in Flipt.
  if (row.operator !== row.operator.toLowerCase()) {
    omissions.add(`${subject}: constraint operator ${quote(row.operator)} is not in lower case`);
    return undefined;
  }
  const normalized = omissions.hold(subject, () =>
    normalizeConstraint(
      {
        type,
        property: type === 'entityId' ? ENTITY_ID_PROPERTY : row.property,
        operator: row.operator,
        value: row.value,
      },
      storedOperatorsByType,
    ),
  );
  if (normalized === undefined) return undefined;
  const { segment_key: segmentKey, description } = row;
  return { id: '', namespaceKey, segmentKey, ...normalized, description, ...someTimes };
}
