import { UnavailableError, quote } from '@pennon/domain';
import { parseDocument } from 'yaml';
import { Glob, GlobError } from './glob';

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
