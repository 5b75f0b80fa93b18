import {
  type Command,
  type CommandOption,
  type CommandOptions,
  commonOptions,
} from '../command-line/command';

/** A word that may come next, and what it is for. */
export interface Candidate {
  readonly word: string;
  readonly help: string;
}

/** What may be completed at a place: the names of files, one of these words, or nothing that is known. */
export type Values = 'files' | readonly string[];

/** An option, as shells complete it. */
export interface OptionEntry {
  /** With dashes; the long name, and the letter if there is one. */
  readonly names: readonly string[];
  readonly help: string;
  /** Undefined for a switch. */
  readonly values: Values | undefined;
}

/** A place in a command line that can be completed: after these words, options apart. */
export interface CompletionEntry {
  /** None, one or two. */
  readonly words: readonly string[];
  /** Words that may come next. */
  readonly candidates: readonly Candidate[];
  /** What an argument may be. */
  readonly takes: Values;
  readonly options: readonly OptionEntry[];
}

/** Everything that shells need to know of the commands. */
export function completionTable(commands: readonly Command[]): readonly CompletionEntry[] {
  const groups = [...new Set(commands.flatMap(({ name }) => groupOf(name) ?? []))];
  const first = [...firstWords(commands), { word: 'help', help: 'print help' }];
  const common = optionEntries(commonOptions);
  return [
    { words: [], candidates: first, takes: [], options: common },
    { words: ['help'], candidates: firstWords(commands), takes: [], options: common },
    ...groups.flatMap((group): readonly CompletionEntry[] => {
      const candidates = commands
        .filter(({ name }) => groupOf(name) === group)
        .map(({ name, summary }) => ({ word: name.slice(group.length + 1), help: summary }));
      return [
        { words: [group], candidates, takes: [], options: common },
        { words: ['help', group], candidates, takes: [], options: common },
      ];
    }),
    ...commands.map(({ name, takes, options }): CompletionEntry => ({
      words: name.split(' '),
      candidates: [],
      takes: argumentsOf(takes),
      options: optionEntries({ ...options, ...commonOptions }),
    })),
  ];
}

/** Options that take a value, whatever the command: their names, and what the value may be. */
export function valueOptions(table: readonly CompletionEntry[]): ReadonlyMap<string, Values> {
  const all = table.flatMap(({ options }) => options);
  return new Map(
    all.flatMap(({ names, values }) =>
      values === undefined ? [] : names.map((name) => [name, values] as const),
    ),
  );
}

function firstWords(commands: readonly Command[]): readonly Candidate[] {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const group = groupOf(name);
    if (group === undefined) words.set(name, summary);
    else {
      const others = commands.filter((other) => groupOf(other.name) === group);
      words.set(group, others.map((other) => other.name.slice(group.length + 1)).join(', '));
    }
  }
  return [...words].map(([word, help]) => ({ word, help }));
}

function groupOf(name: string): string | undefined {
  const space = name.indexOf(' ');
  return space === -1 ? undefined : name.slice(0, space);
}

function optionEntries(options: CommandOptions): readonly OptionEntry[] {
  return Object.entries(options).map(([name, option]) => ({
    names: [`--${name}`, ...(option.short === undefined ? [] : [`-${option.short}`])],
    help: option.help,
    values: valuesOf(option),
  }));
}

function argumentsOf(takes: Command['takes']): Values {
  if (takes === undefined) return [];
  return takes.values ?? (takes.placeholder === 'FILE' ? 'files' : []);
}

function valuesOf({ type, values, placeholder }: CommandOption): Values | undefined {
  if (type === 'boolean') return undefined;
  return values ?? (placeholder === 'FILE' ? 'files' : []);
}

/** A text in single quotes, as bash and zsh read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text in single quotes, as fish reads it. */
export function quotedForFish(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
