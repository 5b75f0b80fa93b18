import { quote } from '@pennon/domain';
import { type DocumentSegment } from '../document';
import { type Finding } from './finding';
import { matchesEverybody } from './known-segments';

/** Likely mistakes in a segment. Empty when there are none. */
export function checkSegment(segment: DocumentSegment): readonly Finding[] {
  if (!matchesEverybody(segment)) return [];
  const { key } = segment;
  const message = `Segment ${quote(key)} has no constraints, so it matches everybody.`;
  return [{ severity: 'warning', check: 'everybody_segment', kind: 'segment', key, path: '', message }];
}
