/**
 * The text without leading and trailing Unicode white space.
 *
 * Not `String.prototype.trim`, which also removes U+FEFF and keeps U+0085.
 */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** True when {@link trimSpace} leaves nothing. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (!isSpace(text.charCodeAt(index))) return false;
  }
  return true;
}

function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x85) return false;
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}
