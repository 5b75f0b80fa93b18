import { InvalidValueError, type Kind, scalar } from './kind';

/** A colour as `#` and 3 or 6 hex digits, or nothing. */
export const hexColor: Kind<string> = scalar('`#` and 3 or 6 hex digits', (text) => {
  if (!/^(#([0-9a-f]{3}|[0-9a-f]{6}))?$/i.test(text)) {
    throw new InvalidValueError(`expected valid hex color, got ${text}`);
  }
  return text;
});
