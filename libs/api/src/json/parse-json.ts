import { InvalidArgumentError, type Json } from '@pennon/domain';

/**
 * Parses the first JSON value of a request body; what follows it is ignored.
 *
 * An empty body is an empty object. Source: contract/management-api.md 2.2, 2.3.
 *
 * @throws InvalidArgumentError if there is no whole value, or it is not JSON.
 */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    return parseFirstValue(text, error);
  }
}

/** The slow way, taken when the text as a whole is not JSON. */
function parseFirstValue(text: string, error: unknown): Json {
  if (/^\s*$/.test(text)) return {};
  const end = endOfFirstValue(text);
  if (end === undefined) throw new InvalidArgumentError('unexpected EOF', { cause: error });
  try {
    return JSON.parse(text.slice(0, end)) as Json;
  } catch (cause) {
    throw new InvalidArgumentError(`malformed JSON body: ${(cause as SyntaxError).message}`, { cause });
  }
}

/** Where the first value ends, or undefined when the text ends before it does. Only brackets and quotes count. */
function endOfFirstValue(text: string): number | undefined {
  const token = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]|[^\s"[\]{},:]+/gsy;
  const gap = /[\s,:]*/y;
  let depth = 0;
  let position = 0;
  while (position < text.length) {
    gap.lastIndex = position;
    gap.test(text);
    token.lastIndex = gap.lastIndex;
    const found = token.exec(text)?.[0];
    if (found === undefined) return undefined;
    position = token.lastIndex;
    if (found === '{' || found === '[') depth++;
    else if (found === '}' || found === ']') depth--;
    if (depth <= 0) return position;
  }
  return undefined;
}
