import { comparisonTypeWords } from '@pennon/api';
import { assertRemark, invalidField, selectSegments } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import type { FlagEdit, NamespaceEdits, NewConstraint, SegmentEdit } from '@pennon/state';
import { segmentOperatorWords } from '../segments/segment-selection';

const { FlagEdit_Rest: Rest } = pennonChanges;

/** How each kind of edit is read from a message; undefined for one that it does not have. */
type Readers<Edit, Message> = {
  readonly [M in Exclude<keyof Edit, 'key'>]-?: (message: Message, path: string) => Edit[M];
};

const flagReaders: Readers<FlagEdit, pennonChanges.FlagEdit> = {
  off({ off, reason }, path) {
    if (off !== true) return off;
    assertRemark(`${path}.reason`, reason ?? '');
    return { reason };
  },
  enabled: ({ enabled }) => enabled,
  defaultVariant: ({ defaultVariant }) => defaultVariant,
  percentage: ({ percentage, rank, value }) =>
    percentage === undefined ? undefined : { percent: percentage, rank, value },
  weights({ weights, rank, rest, segments, segmentOperator }, path) {
    if (Object.keys(weights).length === 0) return undefined;
    const operator = segmentOperatorWords.fromWire(`${path}.segmentOperator`, segmentOperator);
    return {
      ...{ percents: weights, rank, isRestNothing: rest === Rest.NOTHING },
      selection: segments.length === 0 ? undefined : selectSegments(segments, operator),
    };
  },
  name: ({ name }) => name,
  description: ({ description }) => description,
  metadata: ({ metadata, removeMetadata }) =>
    metadata === undefined && removeMetadata.length === 0
      ? undefined
      : { set: metadata ?? {}, remove: removeMetadata },
};

const segmentReaders: Readers<SegmentEdit, pennonChanges.SegmentEdit> = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  constraints: ({ addConstraints: add, removeConstraints: remove }) =>
    add.length + remove.length === 0
      ? undefined
      : { add: add.map(readConstraint), remove: remove.map(readConstraint) },
};

/**
 * What a request wants to be done with flags and segments.
 *
 * @param field The name that an error says.
 * @throws InvalidFieldError if a member says more of something that the edit does not have.
 */
export function readEdits(field: string, { flags, segments }: pennonChanges.EditsSource): NamespaceEdits {
  return {
    flags: flags.map((edit, index) => {
      const path = `${field}.flags[${index}]`;
      assertOfUse(edit, path);
      return read<FlagEdit, pennonChanges.FlagEdit>(flagReaders, edit, path);
    }),
    segments: segments.map((edit, index) =>
      read<SegmentEdit, pennonChanges.SegmentEdit>(segmentReaders, edit, `${field}.segments[${index}]`),
    ),
  };
}

function read<Edit extends { readonly key: string }, Message extends { readonly key: string }>(
  readers: Readers<Edit, Message>,
  message: Message,
  path: string,
): Edit {
  const entries = Object.entries<(message: Message, path: string) => unknown>(readers);
  const members = entries.map(([name, reader]) => [name, reader(message, path)] as const);
  return { key: message.key, ...Object.fromEntries(members) } as unknown as Edit;
}

/** Refuses members that only say more of another one, where that is not given. */
function assertOfUse(edit: pennonChanges.FlagEdit, path: string): void {
  const { percentage, weights, rank, value, rest, segments, off, reason } = edit;
  const hasWeights = Object.keys(weights).length > 0;
  const assertUsed = (field: string, isGiven: boolean, isUsed: boolean, by: string): void => {
    if (isGiven && !isUsed) throw invalidField(`${path}.${field}`, `must not be given without ${by}`);
  };
  const isPercentage = percentage !== undefined;
  assertUsed('rank', rank !== undefined, isPercentage || hasWeights, 'percentage or weights');
  assertUsed('value', value !== undefined, isPercentage, 'percentage');
  assertUsed('rest', rest !== Rest.REST_UNSPECIFIED, hasWeights, 'weights');
  assertUsed('segments', segments.length > 0, hasWeights, 'weights');
  assertUsed('reason', reason !== undefined, off === true, 'off: true');
}

function readConstraint(constraint: pennonChanges.ConstraintEdit): NewConstraint {
  const { type, property, operator, value, description } = constraint;
  return { type: comparisonTypeWords.find(type), property, operator, value, description };
}
