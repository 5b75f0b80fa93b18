import { quote, selectSegments, type SegmentSelection } from '@pennon/domain';
import { type Omissions } from './omissions';
import { wordsOf } from './words';

/**
 * The segments that a rule or rollout looks at, as far as they are kept; undefined when it is left out.
 *
 * A segment that is not kept matches nobody: with `or` the others decide, with `and` nobody is left. So nothing reaches
 * more entities than before.
 *
 * @param subject Names the rule or rollout.
 * @param operator The number of the operator.
 * @param kept Keys of the segments that are kept.
 */
export function lawfulSelection(
  subject: string,
  keys: readonly string[],
  operator: number,
  kept: ReadonlySet<string>,
  omissions: Omissions,
): SegmentSelection | undefined {
  const word = wordsOf.segmentOperator(operator);
  if (word === undefined) {
    omissions.add(`${subject} is left out: its segment operator ${operator} is not known`);
    return undefined;
  }
  const lost = keys.filter((key) => !kept.has(key));
  const rest = keys.filter((key) => kept.has(key));
  if (lost.length === 0 && keys.length > 0) return selectSegments(keys, word);
  const names = lost.map(quote).join(', ');
  if (rest.length > 0 && word === 'or') {
    omissions.add(`${subject} looks no more at ${names}`);
    return selectSegments(rest, word);
  }
  const reason = lost.length === 0 ? 'it has no segment' : `it needs ${names}`;
  omissions.add(`${subject} is left out: ${reason}`);
  return undefined;
}
