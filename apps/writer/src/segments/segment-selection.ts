import { EnumWords, flipt } from '@pennon/proto';
import {
  quote,
  quotePath,
  NotFoundError,
  selectSegments,
  type SegmentOperator,
  type SegmentSelection,
} from '@pennon/domain';

/** Segment operators on the wire. */
export const segmentOperatorWords = new EnumWords<SegmentOperator, flipt.SegmentOperator>({
  or: flipt.SegmentOperator.OR_SEGMENT_OPERATOR,
  and: flipt.SegmentOperator.AND_SEGMENT_OPERATOR,
});

/** The members by which requests and answers of rules and rollouts name segments. */
export interface WireSelection {
  /** The one segment; empty when there are several. */
  readonly segmentKey: string;
  readonly segmentKeys: readonly string[];
  readonly segmentOperator: flipt.SegmentOperator;
}

/** The segments that a request names. */
export function selectionOf({ segmentKey, segmentKeys, segmentOperator }: WireSelection): SegmentSelection {
  const operator = segmentOperatorWords.fromWire('segmentOperator', segmentOperator);
  return selectSegments(segmentKey === '' ? segmentKeys : [segmentKey], operator);
}

/** A selection on the wire: a single segment lies in `segmentKey` alone. */
export function presentSelection({ segmentKeys, segmentOperator }: SegmentSelection): {
  segmentKey: string;
  segmentKeys: string[];
  segmentOperator: flipt.SegmentOperator;
} {
  const [first = ''] = segmentKeys;
  const isSingle = segmentKeys.length === 1;
  return {
    segmentKey: isSingle ? first : '',
    segmentKeys: isSingle ? [] : [...segmentKeys],
    segmentOperator: segmentOperatorWords.toWire(segmentOperator),
  };
}

/** The error for a flag or a segment that is not there. Only a single segment is named. */
export function flagOrSegmentNotFound(
  namespaceKey: string,
  flagKey: string,
  { segmentKeys }: SegmentSelection,
): NotFoundError {
  const segment = quote(`${namespaceKey}/${namedSegment(segmentKeys)}`);
  return new NotFoundError(`flag ${quotePath(namespaceKey, flagKey)} or segment ${segment} not found`);
}

/** The segment an error names: the only one, or none of several. */
export function namedSegment(segmentKeys: readonly string[]): string {
  return segmentKeys.length === 1 ? (segmentKeys[0] ?? '') : '';
}
