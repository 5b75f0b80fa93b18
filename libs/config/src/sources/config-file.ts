import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Report } from '../kinds/config-error';
import { FILE_VARIABLE } from '../settings/names';
import { type Machine, userConfigDirectory } from './machine';

/** A file to read. */
export interface ConfigFile {
  readonly path: string;
  /** What named it: `--config` or a variable. Absent when it was found where it is looked for. */
  readonly namedBy?: string;
}

/**
 * Returns the file to read: the one that is named, else the first that exists of the user's and the system's;
 * undefined when there is none. A file that is named need not exist.
 *
 * @param path from the command line
 */
export function findConfigFile(path: string | undefined, machine: Machine): ConfigFile | undefined {
  if (path !== undefined) return { path, namedBy: '--config' };
  const fromEnvironment = machine.env[FILE_VARIABLE] ?? '';
  if (fromEnvironment !== '') return { path: fromEnvironment, namedBy: FILE_VARIABLE };
  const found = [userConfigDirectory(machine), join(machine.root, 'etc/pennon')]
    .flatMap((directory) => (directory === undefined ? [] : join(directory, 'config.yml')))
    .find((candidate) => existsSync(candidate));
  return found === undefined ? undefined : { path: found };
}

/** A key of a file with what it holds. */
export interface FlatKey {
  /** Lower case, parts joined with dots: `server.http_port`. */
  readonly key: string;
  /** A text, a list, or null for nothing. */
  readonly value: unknown;
}

/** Deeper than any key there is; a map that contains itself through an alias has no bottom. */
const deepest = 16;

/** Returns the leaves of nested maps in their order. Keys are folded to lower case, so a key may occur twice. */
export function flattenKeys(
  content: ReadonlyMap<unknown, unknown>,
  path: readonly string[] = [],
): readonly FlatKey[] {
  return [...content].flatMap(([name, value]) => {
    const keyPath = [...path, String(name).toLowerCase()];
    const isBranch = value instanceof Map && value.size > 0 && keyPath.length < deepest;
    if (isBranch) return flattenKeys(value, keyPath);
    return [{ key: keyPath.join('.'), value: value instanceof Map ? null : value }];
  });
}

/** What a YAML text holds. */
export interface YamlContent {
  /** The top-level map; empty when there are faults. */
  readonly content: ReadonlyMap<unknown, unknown>;
  /** What keeps the text from being read, with line numbers and without values: they may be secrets. */
  readonly faults: readonly string[];
}

/**
 * Reads a YAML or JSON text. Maps become `Map`, lists arrays, and every scalar stays the text that was written
 * (`1.0` is not 1, `yes` not true), so that the file and the environment are read by the same rules; an absent
 * value is null. An empty text is an empty map.
 */
export function readYaml(text: string): YamlContent {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: 'failsafe',
    customTags: ['null', 'merge'],
    merge: true,
    // Pretty errors quote the line at fault, which may hold a password.
    prettyErrors: false,
    lineCounter: lines,
  });
  // A warning is an unknown tag, often a value that begins with `!` and lacks its quotes: it would be lost.
  const faults = [...document.errors, ...document.warnings].map(
    ({ message, pos }) => `line ${lines.linePos(pos[0]).line}: ${withoutQuotation(message)}`,
  );
  return faults.length > 0 ? faulty(...faults) : topLevelMap(document);
}

function topLevelMap(document: Document): YamlContent {
  let content: unknown;
  try {
    content = document.toJS({ mapAsMap: true });
  } catch {
    // All that can fail by now is an alias; the message would quote it.
    return faulty('an alias cannot be resolved; a value that begins with * needs quotes');
  }
  if (content === null) return { content: new Map(), faults: [] };
  return content instanceof Map
    ? { content, faults: [] }
    : faulty('line 1: expected keys with values at the top level');
}

function faulty(...faults: readonly string[]): YamlContent {
  return { content: new Map(), faults };
}

/** The parser's messages quote the text only after a colon and in escape sequences; advice to callers follows `;`. */
function withoutQuotation(message: string): string {
  return message.replace(/(: |; | (?<=escape sequence )).*$/s, '');
}

const extensions = ['.yml', '.yaml', '.json'];

/** Returns the keys of a file. A file that cannot be read, or is no YAML, is reported and has no keys. */
export function readConfigFile({ path, namedBy }: ConfigFile, report: Report): readonly FlatKey[] {
  const refuse = (reason: string): readonly FlatKey[] => {
    report({ key: path, reason, ...(namedBy !== undefined && { source: namedBy }) });
    return [];
  };
  if (!extensions.includes(extname(path).toLowerCase())) {
    return refuse(`unsupported kind of file; expected ${extensions.join(', ')}`);
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(unreadable(error));
  }
  const { content, faults } = readYaml(text);
  return faults.length > 0 ? faults.flatMap(refuse) : flattenKeys(content);
}

function unreadable(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  return cause === 'ENOENT' ? 'no such file' : `cannot be read (${String(cause)})`;
}
