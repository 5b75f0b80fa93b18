import { missingValue } from '../missing-value';
import { InvalidValueError, type Kind, scalar } from './kind';

/** Any text of at least one character. */
export const filledText: Kind<string> = scalar('text', (value) => {
  if (value.trim() === '') throw new InvalidValueError(missingValue);
  return value;
});
