import { type Command } from '../command';
import { didYouMean } from './did-you-mean';

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
    throw new Error(`unknown command "${first}"${didYouMean(first, names)}; see pennon help`);
  }
  if (second === undefined) return { word: first, commands: group };
  const inGroup = group.find(({ name }) => name === `${first} ${second}`);
  if (inGroup !== undefined) return { command: inGroup, length: 2 };
  const names = group.map(({ name }) => name.slice(first.length + 1));
  throw new Error(
    `unknown command "${first} ${second}"${didYouMean(second, names)}; see pennon help ${first}`,
  );
}

/** True for a group. */
export function isGroup(found: FoundCommand | CommandGroup): found is CommandGroup {
  return 'commands' in found;
}
