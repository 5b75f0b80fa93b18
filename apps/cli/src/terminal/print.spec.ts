import { oneLine } from './print';

test.each([
  ['plain Grüße 😀 "q" \\', 'plain Grüße 😀 "q" \\'],
  ['two\nlines\tand\r', 'two\\nlines\\tand\\r'],
  ['\u001b[31mred\u0007', '\\u001b[31mred\\u0007'],
  ['\u009b2J\u007f', '\\u009b2J\\u007f'],
  ['\u202etxt.exe\u2028', '\\u202etxt.exe\\u2028'],
])('%j stays on its line', (text, line) => {
  expect(oneLine(text)).toBe(line);
});
