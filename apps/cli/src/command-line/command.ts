/** The values of options as they were parsed: of a switch `true`, of one that may be repeated a list. */
export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** What a command line gave to a command. */
export class Given {
  /** @param args What is neither an option nor part of the command's name. */
  constructor(
    private readonly values: OptionValues,
    readonly args: readonly string[] = [],
  ) {}

  /** True when the switch is on the command line. */
  isOn(name: string): boolean {
    return this.values[name] === true;
  }

  /** The value of an option; undefined when it was not given. */
  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** The values of an option that may be repeated, in the order given. */
  texts(name: string): readonly string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  }

  /** @throws Error if more than one of these options was given. */
  assertAtMostOne(...names: readonly string[]): void {
    const [first, second] = names.filter((name) => this.values[name] !== undefined);
    if (second !== undefined) throw new Error(`--${first ?? ''} and --${second} exclude each other`);
  }
}

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
  /** What one is, as help shows it: `FILE`, or `ID`. Where each is something else, a word for each: `FROM TO`. */
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

/** Options of a command that may also talk to a running server. */
export const serverOptions: CommandOptions = {
  address: {
    type: 'string',
    short: 'a',
    placeholder: 'URL',
    help: 'ask the running server at this address, and not the database',
  },
  token: {
    type: 'string',
    short: 't',
    placeholder: 'TOKEN',
    help: 'client token for the server; others on this machine may see it: better PENNON_TOKEN or --token-file',
  },
  'token-file': { type: 'string', placeholder: 'FILE', help: 'read the client token from this file' },
};
