import { functions, isTrue } from './functions';
import { piecesOf, wordsOf, type Piece } from './tokens';

/** What a template sees while it is written. */
interface Scope {
  readonly dot: unknown;
  readonly variables: Map<string, unknown>;
}

type Write = (scope: Scope) => string;
type Value = (scope: Scope) => unknown;

/**
 * As much of Go templates and of Helm's functions as the chart of this repository uses. Whatever else a template says,
 * and whatever it takes from where there is nothing, is an error rather than a guess.
 */
export class Templates {
  private readonly named = new Map<string, Write>();

  /** Reads a template file; what it defines can be included by any other. Returns what it writes of itself. */
  read(template: string): (dot: unknown) => string {
    const reader = new Reader(piecesOf(template), this.named);
    const write = reader.block();
    if (!reader.isAtEnd) throw new Error('there is an end of nothing');
    return (dot) => write(scopeOf(dot));
  }

  include(name: string, dot: unknown): string {
    const write = this.named.get(name);
    if (write === undefined) throw new Error(`nothing is named ${name}`);
    return write(scopeOf(dot));
  }
}

function scopeOf(dot: unknown): Scope {
  return { dot, variables: new Map([['$', dot]]) };
}

/** A scope inside another: what is named in it is not known outside. */
function within({ variables }: Scope, dot: unknown, more: Readonly<Record<string, unknown>> = {}): Scope {
  return { dot, variables: new Map([...variables, ...Object.entries(more)]) };
}

/** Reads the pieces of one file, from the first to the last. */
class Reader {
  private position = 0;

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly named: Map<string, Write>,
  ) {}

  get isAtEnd(): boolean {
    return this.position === this.pieces.length;
  }

  /** Reads up to an `end`, an `else` or the end of the file. */
  block(): Write {
    const parts: Write[] = [];
    for (; !this.isAtEnd; this.position++) {
      const piece = this.pieces[this.position] ?? { text: '' };
      if ('text' in piece) parts.push(() => piece.text);
      else if (/^(end|else)\b/.test(piece.action)) break;
      else parts.push(this.action(piece.action));
    }
    return (scope) => parts.map((write) => write(scope)).join('');
  }

  private action(action: string): Write {
    const [word = '', ...rest] = wordsOf(action);
    switch (word) {
      case 'define':
        return this.define(rest);
      case 'if':
        return this.choice(rest, (scope) => within(scope, scope.dot));
      case 'with':
        return this.choice(rest, (scope, value) => within(scope, value));
      case 'range':
        return this.range(rest);
      default:
        return rest[0] === ':=' ? this.assign(word, rest.slice(1)) : this.print([word, ...rest], action);
    }
  }

  private define([name = '']: readonly string[]): Write {
    this.named.set(JSON.parse(name) as string, this.body());
    return () => '';
  }

  private choice(words: readonly string[], scopeFor: (scope: Scope, value: unknown) => Scope): Write {
    const condition = this.pipeline(words);
    const then = this.body();
    return (scope) => {
      const value = condition(scope);
      return isTrue(value) ? then(scopeFor(scope, value)) : '';
    };
  }

  private range(words: readonly string[]): Write {
    const [names, list] = words.includes(':=')
      ? [
          words.slice(0, words.indexOf(':=')).filter((word) => word !== ','),
          words.slice(words.indexOf(':=') + 1),
        ]
      : [[], words];
    const values = this.pipeline(list);
    const body = this.body();
    return (scope) =>
      entriesOf(values(scope))
        .map(([key, value]) => {
          const [first = '', second] = names;
          const named = second === undefined ? { [first]: value } : { [first]: key, [second]: value };
          return body(within(scope, value, named));
        })
        .join('');
  }

  private assign(name: string, words: readonly string[]): Write {
    const value = this.pipeline(words);
    return (scope) => {
      scope.variables.set(name, value(scope));
      return '';
    };
  }

  private print(words: readonly string[], action: string): Write {
    const value = this.pipeline(words);
    return (scope) => {
      const result = value(scope);
      if (!['string', 'number', 'boolean'].includes(typeof result))
        throw new Error(`{{ ${action} }} is no text`);
      return String(result);
    };
  }

  /** The block after this action, up to its `end`. */
  private body(): Write {
    this.position++;
    const write = this.block();
    const piece = this.pieces[this.position];
    if (piece === undefined || !('action' in piece) || piece.action !== 'end')
      throw new Error('an end is missing');
    return write;
  }

  private pipeline(words: readonly string[]): Value {
    const commands = splitAt(words, '|').map((command) => this.command(command));
    return (scope) => commands.reduce<readonly unknown[]>((piped, command) => [command(scope, piped)], [])[0];
  }

  private command(words: readonly string[]): (scope: Scope, piped: readonly unknown[]) => unknown {
    const [first = '', ...rest] = groupsOf(words);
    const args = rest.map((group) => this.term(group));
    if (typeof first === 'string' && first === 'include')
      return (scope) => {
        const [name, dot] = args.map((arg) => arg(scope));
        const write = this.named.get(String(name));
        if (write === undefined) throw new Error(`nothing is named ${String(name)}`);
        return write(scopeOf(dot));
      };
    const called = typeof first === 'string' && /^[a-z]\w*$/i.test(first) ? functions[first] : undefined;
    if (called !== undefined) return (scope, piped) => called(...args.map((arg) => arg(scope)), ...piped);
    if (rest.length > 0) throw new Error(`no function is named ${String(first)}`);
    const value = this.term(first);
    return (scope) => value(scope);
  }

  private term(group: string | readonly string[]): Value {
    if (typeof group !== 'string') return this.pipeline(group);
    if (/^("|\d|true$|false$)/.test(group)) return () => JSON.parse(group) as unknown;
    const [start = '', ...fields] = group.split('.');
    if (start !== '' && !start.startsWith('$')) throw new Error(`no function is named ${group}`);
    return (scope) => {
      if (start !== '' && !scope.variables.has(start)) throw new Error(`no variable is named ${start}`);
      const value = start === '' ? scope.dot : scope.variables.get(start);
      return fields
        .filter((field) => field !== '')
        .reduce((object, field) => fieldOf(object, field, group), value);
    };
  }
}

function fieldOf(object: unknown, field: string, path: string): unknown {
  if (typeof object !== 'object' || object === null)
    throw new Error(`${path} goes through what is not there`);
  if (!(field in object)) throw new Error(`${path} is not there`);
  return (object as Readonly<Record<string, unknown>>)[field];
}

/** Items of a list, or those of a map in the order of their keys. */
function entriesOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return Object.entries(value as Readonly<Record<string, unknown>>).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
}

/** Words with what stands in parentheses put together. */
function groupsOf(words: readonly string[]): readonly (string | readonly string[])[] {
  const groups: (string | readonly string[])[] = [];
  for (let start = 0; start < words.length; start++) {
    const word = words[start] ?? '';
    if (word !== '(') {
      groups.push(word);
      continue;
    }
    const end = endOf(words, start);
    groups.push(words.slice(start + 1, end));
    start = end;
  }
  return groups;
}

/** Where the parenthesis is closed that is opened there. */
function endOf(words: readonly string[], start: number): number {
  let depth = 0;
  for (let index = start; index < words.length; index++) {
    if (words[index] === '(') depth++;
    if (words[index] === ')' && --depth === 0) return index;
  }
  throw new Error(`a parenthesis is not closed: ${words.join(' ')}`);
}

/** Parts of the words between signs that stand in no parentheses. */
function splitAt(words: readonly string[], sign: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (word === sign && depth === 0) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
