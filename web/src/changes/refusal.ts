import { ApiError } from '@/api/api-error';
import { conflictsCopy } from '@/copy/conflicts';

/** What the server says of a change that refers to something deleted, and the same in the words of the dashboard. */
const words: readonly (readonly [RegExp, (key: string) => string])[] = [
  [/^flag ".*" looks at the unknown segment "(.*)"$/, conflictsCopy.segmentGone],
  [/: unknown variant "(.*)"/, () => conflictsCopy.variantGone],
];

/** The refusal of a change, in words that say what to do where the change refers to something deleted. */
export function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, httpStatus, code, isKnown, details } = error;
  for (const [pattern, textOf] of words) {
    const match = pattern.exec(message);
    if (match !== null)
      return new ApiError(error, httpStatus, code, textOf(match[1] ?? ''), isKnown, details);
  }
  return error;
}
