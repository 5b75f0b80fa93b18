import { parseDocument } from 'yaml';
import { quote, UnavailableError } from '@pennon/domain';

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

/** The file that says which others are read, at the root of the tree. */
export const INDEX_FILE = '.flipt.yml';

/** Longest index file, in bytes. */
export const MAX_INDEX_BYTES = 64 * 1024;

/** Most patterns of one list, and their greatest length in characters. */
const MAX_PATTERNS = 100;
const MAX_PATTERN_LENGTH = 500;

const defaults = ['**features.yml', '**features.yaml', '**.features.yml', '**.features.yaml'];

/** Which files of a tree are read. */
export class FileSelection {
  private constructor(
    private readonly include: readonly Glob[],
    private readonly exclude: readonly Glob[],
  ) {}

  /** What is read where there is no index file. */
  static default(): FileSelection {
    return new FileSelection(
      defaults.map((pattern) => new Glob(pattern)),
      [],
    );
  }

  /**
   * What an index file says. It takes the place of the default altogether: without `include` nothing is read.
   *
   * @param name Of the file, for the error.
   * @throws UnavailableError if it is empty or no index, with the reason.
   */
  static fromIndex(text: string, name: string): FileSelection {
    const index = parseIndex(text, name);
    return new FileSelection(globs(index, 'include', name), globs(index, 'exclude', name));
  }

  /** The paths that are read, in the order in which they were given. */
  select<T extends { readonly key: string }>(files: readonly T[]): readonly T[] {
    return files.filter(({ key }) => matchesAny(this.include, key) && !matchesAny(this.exclude, key));
  }
}

type Index = ReadonlyMap<string, unknown>;

function parseIndex(text: string, name: string): Index {
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem !== undefined) throw refused(name, firstLine(problem.message));
  // An alias could make much of little.
  const index: unknown = document.toJS({ maxAliasCount: 0 });
  if (index === null || index === undefined) throw refused(name, 'is empty');
  if (typeof index !== 'object' || Array.isArray(index)) throw refused(name, 'must be a mapping');
  const fields = new Map(Object.entries(index));
  if (fields.size === 0) throw refused(name, 'is empty');
  for (const field of fields.keys()) {
    if (!['version', 'include', 'exclude'].includes(field)) {
      throw refused(name, `${quote(field)} is unknown; include and exclude are known`);
    }
  }
  return fields;
}

function globs(index: Index, field: string, name: string): readonly Glob[] {
  const patterns: unknown = index.get(field) ?? [];
  if (!Array.isArray(patterns)) throw refused(name, `${field}: must be a list`);
  if (patterns.length > MAX_PATTERNS) throw refused(name, `${field}: must not be more than ${MAX_PATTERNS}`);
  return patterns.map((pattern: unknown, position) => {
    const path = `${field}[${position}]`;
    if (typeof pattern !== 'string') throw refused(name, `${path}: must be text`);
    if (pattern.length > MAX_PATTERN_LENGTH) {
      throw refused(name, `${path}: must not be longer than ${MAX_PATTERN_LENGTH} characters`);
    }
    try {
      return new Glob(pattern);
    } catch (error) {
      if (error instanceof GlobError) throw refused(name, `${path}: ${quote(pattern)} ${error.message}`);
      throw error;
    }
  });
}

function matchesAny(patterns: readonly Glob[], path: string): boolean {
  return patterns.some((pattern) => pattern.matches(path));
}

function refused(name: string, reason: string): UnavailableError {
  return new UnavailableError(`${name}: ${reason}`);
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
