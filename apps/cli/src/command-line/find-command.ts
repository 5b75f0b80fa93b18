import { type Command } from '../command';
import { didYouMean } from './did-you-mean';
import { fliptCommandHint } from './flipt-words';

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
export function findCommand(
  words: readonly string[],
  commands: readonly Command[],
): FoundCommand | CommandGroup {
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
export function isGroup(found: FoundCommand | CommandGroup): found is CommandGroup {
  return 'commands' in found;
}
