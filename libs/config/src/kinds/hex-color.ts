import { type Kind, scalar, unexpected } from './kind';

/** A colour as `#` and 3 or 6 hex digits, or nothing. */
export const hexColor: Kind<string> = scalar('`#` and 3 or 6 hex digits', (text) => {
  if (!/^(#([0-9a-f]{3}|[0-9a-f]{6}))?$/i.test(text)) {
    throw unexpected('expected valid hex color', text);
  }
  return text;
});
