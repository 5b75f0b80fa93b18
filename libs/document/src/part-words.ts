import type { FlagState, SegmentState } from '@pennon/state';

/** The parts of flags and segments, in the words of the API; parts that are not here have their own names. */
const words = {
  isEnabled: 'enabled',
  defaultVariantKey: 'default_variant',
  matchType: 'match_type',
} as const satisfies Partial<Record<keyof FlagState | keyof SegmentState, string>>;

/** The name of a part on the wire. */
export function partWord(part: string): string {
  return Object.hasOwn(words, part) ? words[part as keyof typeof words] : part;
}
