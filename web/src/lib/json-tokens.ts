/** A text, a sign, or a number, `true`, `false` or `null`. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The tokens of JSON, spelled as they were: numbers are never read, because this language would round integers above
 * 2^53.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function jsonTokens(text: string): readonly string[] {
  JSON.parse(text);
  return text.match(tokens) ?? [];
}
