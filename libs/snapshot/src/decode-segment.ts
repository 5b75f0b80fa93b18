import { comparisonTypes, matchTypes } from '@pennon/domain';
import { Members } from './members';
import { type ConstraintDocument, type SegmentDocument } from './snapshot-document';

/** Reads a segment. @throws SnapshotFormatError if it is none. */
export function decodeSegment(json: unknown): SegmentDocument {
  const members = Members.of(json).only(['key', 'matchType', 'constraints']);
  return {
    key: members.text('key'),
    matchType: members.word('matchType', matchTypes),
    constraints: members.list('constraints', decodeConstraint),
  };
}

function decodeConstraint(json: unknown, path: string): ConstraintDocument {
  const members = Members.of(json, path).only(['id', 'type', 'property', 'operator', 'value']);
  return {
    id: members.text('id'),
    type: members.word('type', comparisonTypes),
    property: members.text('property'),
    operator: members.text('operator'),
    value: members.text('value'),
  };
}
