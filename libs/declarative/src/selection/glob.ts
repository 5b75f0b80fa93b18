/** One step of a pattern: any run of characters, or one character that a test accepts. */
type Token = 'run' | ((character: string) => boolean);

/** Most alternatives that the braces of one pattern may stand for. */
const MAX_ALTERNATIVES = 100;

/** A pattern cannot be read; the message says why. */
export class GlobError extends Error {}

/**
 * A pattern of paths: `*` and `**` stand for any characters, `/` included, `?` for one, `[abc]`, `[a-z]` and `[!a-z]`
 * for one of those or none of those, `{a,b}` for either, and `\` takes the meaning from what follows.
 */
export class Glob {
  private readonly alternatives: readonly (readonly Token[])[];

  /** @throws GlobError if it cannot be read. */
  constructor(pattern: string) {
    this.alternatives = expand(pattern).map(tokenize);
  }

  /** True for a path that the whole pattern stands for. Takes time in the length of both at most. */
  matches(path: string): boolean {
    const characters = Array.from(path);
    return this.alternatives.some((tokens) => matchesAll(tokens, characters));
  }
}

function matchesAll(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let position = 0;
  // Where to go on when it does not fit: the last run takes one character more. Earlier runs need not be tried again.
  let lastRun = -1;
  let runEnd = 0;
  while (position < characters.length) {
    const step = tokens[token];
    const character = characters[position] ?? '';
    if (step === 'run') {
      lastRun = token++;
      runEnd = position;
    } else if (step?.(character) === true) {
      token++;
      position++;
    } else if (lastRun !== -1) {
      token = lastRun + 1;
      position = ++runEnd;
    } else return false;
  }
  return tokens.slice(token).every((step) => step === 'run');
}

/** The patterns without braces that a pattern with braces stands for. */
function expand(pattern: string): readonly string[] {
  const open = find(pattern, '{', 0);
  if (open === -1) return [pattern];
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let index = open + 1; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index++;
    else if (character === '{') depth++;
    else if (character === ',' && depth === 0) {
      parts.push(pattern.slice(start, index));
      start = index + 1;
    } else if (character === '}' && depth-- === 0) {
      parts.push(pattern.slice(start, index));
      const [before, behind] = [pattern.slice(0, open), pattern.slice(index + 1)];
      return bounded(parts.flatMap((part) => expand(`${before}${part}${behind}`)));
    }
  }
  throw new GlobError('has a { without a }');
}

function bounded(alternatives: readonly string[]): readonly string[] {
  if (alternatives.length <= MAX_ALTERNATIVES) return alternatives;
  throw new GlobError(`stands for more than ${MAX_ALTERNATIVES} alternatives`);
}

function find(pattern: string, wanted: string, from: number): number {
  for (let index = from; index < pattern.length; index++) {
    if (pattern[index] === '\\') index++;
    else if (pattern[index] === wanted) return index;
  }
  return -1;
}

function tokenize(pattern: string): readonly Token[] {
  const characters = Array.from(pattern);
  const tokens: Token[] = [];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? '';
    if (character === '*') {
      if (tokens.at(-1) !== 'run') tokens.push('run');
    } else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const end = characters.indexOf(']', index + 1);
      if (end === -1) throw new GlobError('has a [ without a ]');
      tokens.push(characterClass(characters.slice(index + 1, end)));
      index = end;
    } else if (character === '\\') {
      index++;
      tokens.push(exactly(characters[index] ?? '\\'));
    } else tokens.push(exactly(character));
  }
  return tokens;
}

function exactly(wanted: string): Token {
  return (character) => character === wanted;
}

function characterClass(members: readonly string[]): Token {
  const isInverted = members[0] === '!' || members[0] === '^';
  const ranges: (readonly [low: string, high: string])[] = [];
  for (let index = isInverted ? 1 : 0; index < members.length; index++) {
    const low = members[index] ?? '';
    const high = members[index + 2];
    if (members[index + 1] === '-' && high !== undefined) {
      ranges.push([low, high]);
      index += 2;
    } else ranges.push([low, low]);
  }
  return (character) => isInverted !== ranges.some(([low, high]) => low <= character && character <= high);
}
