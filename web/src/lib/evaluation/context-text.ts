/** The context of an evaluation: text values by name. */
export type Context = Readonly<Record<string, string>>;

/** A value of a context that is no text, with its place in what was typed. */
export interface ContextProblem {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The value as a JSON text that may take its place; undefined for nested values, which are refused. */
  readonly asText: string | undefined;
}

/** The context that was typed; undefined unless it is a JSON object of texts. Nothing typed means no context. */
export function parseContext(text: string): Context | undefined {
  if (text.trim() === '') return {};
  const value = parsed(text);
  if (!isObject(value) || !Object.values(value).every((member) => typeof member === 'string'))
    return undefined;
  // Names such as __proto__ are names like others.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]));
}

/** A context as people edit it. */
export function formatContext(context: Context): string {
  return Object.keys(context).length === 0 ? '' : JSON.stringify(context, undefined, 2);
}

/** What of a JSON object is no text. */
export function contextProblems(text: string): readonly ContextProblem[] {
  if (!isObject(parsed(text))) return [];
  return membersOf(text).flatMap(({ name, from, to }) => {
    const value = text.slice(from, to);
    if (value.startsWith('"')) return [];
    const isNested = value.startsWith('{') || value.startsWith('[');
    return [{ name, from, to, asText: isNested ? undefined : JSON.stringify(value) }];
  });
}

/** The text with all its values made text where they stand; undefined when none is to be, or one cannot be. */
export function withTextValues(text: string): string | undefined {
  const problems = contextProblems(text);
  if (problems.length === 0) return undefined;
  return problems.reduceRight<string | undefined>(
    (changed, { from, to, asText }) =>
      changed === undefined || asText === undefined
        ? undefined
        : changed.slice(0, from) + asText + changed.slice(to),
    text,
  );
}

interface Member {
  readonly name: string;
  /** Where its value begins and ends. */
  readonly from: number;
  readonly to: number;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The members of an object on its first level; the text is known to be JSON. */
function membersOf(text: string): readonly Member[] {
  const members: Member[] = [];
  let depth = 0;
  let last = '';
  let open: { name: string; from: number | undefined; to: number } | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const isEnd = depth === 1 && (token === ',' || token === '}');
    if (isEnd && open?.from !== undefined) members.push({ name: open.name, from: open.from, to: open.to });
    if (isEnd) open = undefined;
    else if (depth === 1 && token === ':') open = { name: last, from: undefined, to: index };
    else if (open !== undefined) open = { ...open, from: open.from ?? index, to: index + token.length };
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (token.startsWith('"')) last = String(parsed(token));
  }
  return members;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
