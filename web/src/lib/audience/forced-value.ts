import { type AudienceFlag } from './audience-flag';
import { outcomeOf } from './outcome';
import { type SegmentLookup } from './selection';

/**
 * The value that everyone gets from a boolean flag whatever its default value is, as while it is overridden; undefined
 * where the default value counts, or not everyone gets the same.
 */
export function forcedValue(contents: AudienceFlag, segments: SegmentLookup): boolean | undefined {
  const { flag, rollouts } = contents;
  if (flag.type !== 'BOOLEAN_FLAG_TYPE' || flag.off !== undefined || rollouts.length === 0) return undefined;
  const blocks = [true, false].flatMap(
    (enabled) => outcomeOf({ ...contents, flag: { ...flag, enabled } }, segments).blocks,
  );
  const answers = blocks.flatMap(({ parts }) => parts.map(({ answer }) => answer));
  const values = new Set(answers.map((answer) => answer.kind === 'boolean' && answer.value));
  return values.size === 1 ? values.has(true) : undefined;
}
