import { commonOptions, type Command, type CommandOption, type CommandOptions } from './command';
import { type CommandGroup } from './parse-command-line';

/** Help on the whole program. @param version That of the program. */
export function programHelp(commands: readonly Command[], version: string): string {
  const list = table([
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ['help', 'print this, or help on a command: pennon help COMMAND'],
  ]);
  return `Pennon ${version}: feature flags over HTTP and gRPC.

Usage: pennon COMMAND [options]

${list}
Options of every command:
${optionTable(commonOptions)}
All settings, also as environment variables: docs/settings.md

Exit codes:
${table([
  ['0', 'it is done; of a server: it was stopped by a signal, in good order'],
  ['1', 'it failed, or the command line or the configuration cannot be used'],
  ['2', 'it found something to do: migrate --status: migrations are pending; validate: a document is'],
  [
    '',
    'invalid; config check: the configuration cannot be used; diff, and import, flag, ramp, promote, revert',
  ],
  ['', 'and repair with --dry-run: there are differences; import, flag, ramp, promote, revert: the change'],
  ['', 'waits for required approval, and --propose did not ask for that'],
  ['130', 'interrupted by Ctrl-C (143: by SIGTERM); no half-written file is left'],
])}`;
}

/** Help on the commands of a group. */
export function groupHelp({ word, commands }: CommandGroup): string {
  return `Usage: pennon ${word} COMMAND [options]

${table(commands.map(({ name, summary }) => [name, summary] as const))}
More on one of them: pennon help ${commands[0]?.name ?? word}
`;
}

/** Help on one command. */
export function commandHelp({ name, summary, details, takes, options, examples }: Command): string {
  return `pennon ${name}: ${summary}

Usage: pennon ${name} [options]${takes === undefined ? '' : ` ${argumentsOf(takes)}`}

${details.map((line) => `${line}\n`).join('')}
${optionTable({ ...options, ...commonOptions })}${
    examples.length === 0 ? '' : `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`
  }`;
}

function argumentsOf({ placeholder, min, max }: NonNullable<Command['takes']>): string {
  const words = placeholder.split(' ');
  if (words.length > 1) return words.map((word, index) => (index < min ? word : `[${word}]`)).join(' ');
  const name = max > 1 ? `${placeholder}...` : placeholder;
  return min === 0 ? `[${name}]` : name;
}

function optionTable(options: CommandOptions): string {
  return table(
    Object.entries(options).map(([name, option]) => [nameOf(name, option), helpOf(option)] as const),
  );
}

function nameOf(name: string, { short, placeholder }: CommandOption): string {
  const letter = short === undefined ? '' : `, -${short}`;
  return placeholder === undefined ? `--${name}${letter}` : `--${name}${letter} ${placeholder}`;
}

function helpOf({ help, multiple }: CommandOption): string {
  return multiple !== true ? help : `${help}; may be repeated`;
}

/** Two columns, indented; each line has its end. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
}
