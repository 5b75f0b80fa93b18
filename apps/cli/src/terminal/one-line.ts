/**
 * A text from somebody else as a part of one line: characters that would end the line, or tell the terminal to do
 * something, are written as JSON escapes.
 */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach the terminal
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped);
}

function escaped(character: string): string {
  const short = JSON.stringify(character).slice(1, -1);
  return short.startsWith('\\') ? short : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
