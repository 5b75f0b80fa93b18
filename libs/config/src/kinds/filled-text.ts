import { missingValue } from '../missing-value';
import { InvalidValueError, type Kind, scalar } from './kind';
import { lineText } from './text';

/** A text of at least one character, which does not end with a line break. */
export const filledText: Kind<string> = scalar('text', (value) => {
  if (value.trim() === '') throw new InvalidValueError(missingValue);
  return lineText.parse(value);
});
