import { parseArgs } from 'node:util';
import { type Command, type CommandOptions, commonOptions, Given } from './command';
import { didYouMean, fliptCommandHint } from './hints';
import { listOf, parseOptions } from './parse-options';

/** Commands that begin with the same word: `token create`, `token list`. */
export interface CommandGroup {
  readonly word: string;
  readonly commands: readonly Command[];
}

/** A command, and the words of its name. */
export interface FoundCommand {
  readonly command: Command;
  /** How many words of those that were given name it. */
  readonly length: number;
}

/**
 * The command that the first words name.
 *
 * @returns the group, when they name no more than that.
 * @throws Error if there is no such command.
 */
function findCommand(words: readonly string[], commands: readonly Command[]): FoundCommand | CommandGroup {
  const [first = '', second] = words;
  const command = commands.find(({ name }) => name === first);
  if (command !== undefined) return { command, length: 1 };
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (first === '' || group.length === 0) {
    const names = [...new Set(commands.map(({ name }) => name.replace(/ .*$/, ''))), 'help'];
    throw unknownCommand([first], didYouMean(first, names), 'pennon help');
  }
  if (second === undefined) return { word: first, commands: group };
  const inGroup = group.find(({ name }) => name === `${first} ${second}`);
  if (inGroup !== undefined) return { command: inGroup, length: 2 };
  const names = group.map(({ name }) => name.slice(first.length + 1));
  throw unknownCommand([first, second], didYouMean(second, names), `pennon help ${first}`);
}

function unknownCommand(words: readonly string[], suggestion: string, help: string): Error {
  const hint = fliptCommandHint(...words);
  const advice = hint === undefined ? `${suggestion}; see ${help}` : `; ${hint}`;
  return new Error(`unknown command "${words.join(' ')}"${advice}`);
}

/** True for a group. */
function isGroup(found: FoundCommand | CommandGroup): found is CommandGroup {
  return 'commands' in found;
}

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly given: Given }
  /** Help on a command or a group of them, or on the whole program. */
  | { readonly kind: 'help'; readonly topic: Command | CommandGroup | undefined }
  | { readonly kind: 'version' };

/**
 * Reads a command line: a command, with options before and behind it.
 *
 * @param args The arguments, without those of Node.
 * @throws Error if there is no such command, or it does not take such options or arguments.
 */
export function parseCommandLine(args: readonly string[], commands: readonly Command[]): CommandLine {
  const words = wordsIn(args, optionsOf(...commands));
  if (words[0] === undefined || words[0] === 'help') return parseHelp(args, commands);
  const found = findCommand(words, commands);
  if (isGroup(found)) {
    const names = found.commands.map(({ name }) => name.slice(found.word.length + 1));
    const { values } = parseOptions(args, optionsOf(...found.commands));
    if (values.version === true) return { kind: 'version' };
    if (values.help === true) return { kind: 'help', topic: found };
    throw new Error(`which one: pennon ${found.word} ${listOf(names)}? See pennon help ${found.word}`);
  }
  const { command, length } = found;
  const { values, words: given } = parseOptions(args, optionsOf(command), command.name);
  if (values.version === true) return { kind: 'version' };
  if (values.help === true) return { kind: 'help', topic: command };
  const rest = given.slice(length);
  assertTakes(command, rest);
  return { kind: 'run', command, given: new Given(values, rest) };
}

/** All options of a command, or of several. */
function optionsOf(...commands: readonly Command[]): CommandOptions {
  return Object.assign({}, ...commands.map(({ options }) => options), commonOptions) as CommandOptions;
}

function parseHelp(args: readonly string[], commands: readonly Command[]): CommandLine {
  const { values, words } = parseOptions(args, commonOptions);
  if (values.version === true) return { kind: 'version' };
  if (words[0] === undefined && values.config !== undefined && values.help !== true) {
    throw new Error('no command is given; pennon serve --config FILE runs the server');
  }
  const topic = words.slice(1);
  if (topic.length === 0) return { kind: 'help', topic: undefined };
  const found = findCommand(topic, commands);
  if (isGroup(found)) return { kind: 'help', topic: found };
  if (topic.length > found.length) throw new Error('help is about one command');
  return { kind: 'help', topic: found.command };
}

/** The words that are neither options nor the values of options. */
function wordsIn(args: readonly string[], options: CommandOptions): readonly string[] {
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true }).positionals;
}

/** `FROM and TO` where each is something else. */
function mostOf(placeholder: string, max: number): string {
  if (max <= 1) return max === 0 ? 'no arguments' : `one ${placeholder}`;
  return placeholder.includes(' ') ? placeholder.split(' ').join(' and ') : `${max} ${placeholder}`;
}

function assertTakes({ name, takes }: Command, args: readonly string[]): void {
  const { min, max, placeholder, values } = takes ?? { min: 0, max: 0, placeholder: '' };
  if (args.length < min) {
    const words = placeholder.split(' ');
    const missing = words.length > 1 ? words.slice(args.length, min).join(' and ') : placeholder;
    throw new Error(`${name} needs ${missing}; see pennon help ${name}`);
  }
  const tooMany = args[max];
  if (tooMany !== undefined) {
    const given = `${JSON.stringify(tooMany)} is given${max === 0 ? '' : ' as well'}`;
    throw new Error(`${name} takes ${mostOf(placeholder, max)}, but ${given}; see pennon help ${name}`);
  }
  const unknown = values === undefined ? undefined : args.find((arg) => !values.includes(arg));
  if (unknown === undefined || values === undefined) return;
  throw new Error(
    `${name} takes ${listOf(values)}, not ${JSON.stringify(unknown)}${didYouMean(unknown, values)}`,
  );
}
