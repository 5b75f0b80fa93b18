/** The second that was written last, and its line. */
let last = { second: NaN, line: '' };

/** The `Date` header with its `\r\n`, put together once a second (RFC 9110, 6.6.1). */
export function dateLine(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== last.second) last = { second, line: `Date: ${new Date(now).toUTCString()}\r\n` };
  return last.line;
}
