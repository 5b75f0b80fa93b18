import { InvalidArgumentError, invalidField, type Json, shownName } from '@pennon/domain';
import { pathTo } from './strict-json';

/** Ends a bare top-level word or number. */
const delimiter = /[\s,:"[\]{}]/g;

/**
 * Parses the first JSON value of a request body; what follows it is ignored.
 *
 * An empty body is an empty object.
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

/**
 * Parses a request body that must be one JSON value and nothing else; an empty body is an empty object.
 *
 * @throws InvalidArgumentError if it is anything else.
 * @throws InvalidFieldError if an object has two members of one name: parsers differ in which of them counts.
 */
export function parseWholeJson(text: string): Json {
  if (/^\s*$/.test(text)) return {};
  const json = parsed(text);
  const repeated = repeatedMember(text);
  if (repeated !== undefined) throw invalidField(repeated, 'is given twice');
  return json;
}

/**
 * True if the text of a body may mean half of a surrogate pair, which no text has that comes in UTF-8: JSON can escape
 * one.
 */
export function escapesSurrogates(text: string): boolean {
  return text.includes('\\u') && /\\u[dD][89a-fA-F]/.test(text);
}

/** The slow way, taken when the text as a whole is not JSON. */
function parseFirstValue(text: string, error: unknown): Json {
  if (/^\s*$/.test(text)) return {};
  const end = endOfFirstValue(text);
  if (end === undefined) throw new InvalidArgumentError('unexpected EOF', { cause: error });
  return parsed(text.slice(0, end));
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new InvalidArgumentError(`malformed JSON body: ${(cause as SyntaxError).message}`, { cause });
  }
}

/** An object or a list around a position of the text. */
interface Around {
  /** Names of the members so far; undefined for a list. */
  readonly names: Set<string> | undefined;
  /** Name or index of the member that the position is in. */
  member: string | number;
}

/** The characters that begin or end a member. */
const landmark = /["{}[\],]/g;
const colon = /[ \t\r\n]*:/y;

/**
 * Finds the path of the first member whose object already has one of that name. Only quotes and brackets are looked at,
 * because a document may be one text of megabytes.
 *
 * @param text Valid JSON.
 */
function repeatedMember(text: string): string | undefined {
  const open: Around[] = [];
  landmark.lastIndex = 0;
  for (let found = landmark.exec(text); found !== null; found = landmark.exec(text)) {
    const around = open.at(-1);
    if (found[0] === '{') open.push({ names: new Set(), member: '' });
    else if (found[0] === '[') open.push({ names: undefined, member: 0 });
    else if (found[0] === ',') nextItem(around);
    else if (found[0] !== '"') open.pop();
    else {
      const end = endOfString(text, found.index) + 1;
      landmark.lastIndex = end;
      colon.lastIndex = end;
      if (around?.names === undefined || !colon.test(text)) continue;
      around.member = JSON.parse(text.slice(found.index, end)) as string;
      if (around.names.has(around.member)) return pathOf(open);
      around.names.add(around.member);
    }
  }
  return undefined;
}

function nextItem(around: Around | undefined): void {
  if (typeof around?.member === 'number') around.member++;
}

function pathOf(open: readonly Around[]): string {
  return open.reduce(
    (path, { member }) =>
      typeof member === 'number' ? `${path}[${member}]` : pathTo(path, shownName(member)),
    '',
  );
}

/**
 * Where the first value ends, or undefined when the text ends before it does. Only brackets and quotes count; whether
 * what lies between them is JSON is for the parser to say.
 */
function endOfFirstValue(text: string): number | undefined {
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const character = text.charAt(position);
    if (character === '"') {
      position = endOfString(text, position);
      if (position === -1) return undefined;
      if (depth === 0) return position + 1;
    } else if (character === '{' || character === '[') {
      depth++;
    } else if (character === '}' || character === ']') {
      depth--;
      if (depth <= 0) return position + 1;
    } else if (depth === 0 && !/[\s,:]/.test(character)) {
      delimiter.lastIndex = position;
      return delimiter.exec(text)?.index ?? text.length;
    }
  }
  return undefined;
}

/** Where the string that begins at `start` has its closing quote; -1 when it has none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** True if an odd number of backslashes lies before the position. */
function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text.charAt(first - 1) === '\\') first--;
  return (position - first) % 2 === 1;
}
