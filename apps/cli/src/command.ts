import { type Given } from './command-line/given';

/** An option of a command. */
export interface CommandOption {
  /** A `boolean` is a switch; a `string` takes a value. */
  readonly type: 'boolean' | 'string';
  /** One letter that stands for it. */
  readonly short?: string;
  /** True when it may be given several times; otherwise the last one counts. */
  readonly multiple?: boolean;
  /** What the value is, in capitals, as help shows it: `FILE`, which shells complete to names of files. */
  readonly placeholder?: string;
  /** The only values there are; any unless given. */
  readonly values?: readonly string[];
  /** One line of help, in lower case and without a full stop. */
  readonly help: string;
}

/** Options by their name, without dashes. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** What a command takes beside options. */
export interface CommandArguments {
  /** What one is, as help shows it: `FILE`, or `ID`. */
  readonly placeholder: string;
  /** The fewest there may be. */
  readonly min: number;
  /** The most there may be. */
  readonly max: number;
  /** The only values there are; any unless given. */
  readonly values?: readonly string[];
}

/** A command of `pennon`. Results go to standard output, all else to standard error. */
export interface Command {
  /** One word, or two for a command of a group: `token create`. */
  readonly name: string;
  /** One line for the list of commands, in lower case and without a full stop. */
  readonly summary: string;
  /** What else a person should know; lines. */
  readonly details: readonly string[];
  /** What it takes beside options; nothing unless given. */
  readonly takes?: CommandArguments;
  /** Its own options, beside the common ones. */
  readonly options: CommandOptions;
  /** How it is used: lines for a shell. */
  readonly examples: readonly string[];
  /** True when it ends in good order by itself on SIGINT and SIGTERM; otherwise they end it at once. */
  stopsItself?(given: Given): boolean;

  /**
   * Does it. Resolves with the exit code: when it is done, or, for a server, when it listens.
   *
   * Rejects with what a person needs to mend it; the exit code is then 1.
   */
  run(given: Given): Promise<number>;
}

/** The options of every command. */
export const commonOptions: CommandOptions = {
  config: { type: 'string', placeholder: 'FILE', help: 'read settings from this YAML file' },
  help: { type: 'boolean', short: 'h', help: 'print help and exit' },
  version: { type: 'boolean', short: 'v', help: 'print the version and exit' },
};

/** The value of the option `--config`. */
export function configFileOf(given: Given): string | undefined {
  return given.text('config');
}
