import { type Command } from '../command-line/command';
import { exitCodes } from '../terminal/exit';
import { print } from '../terminal/print';
import { bashCompletion } from './bash';
import { fishCompletion } from './fish';
import { zshCompletion } from './zsh';

const shells: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints what a shell needs to complete the command. @param commands All there are, this one included. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'print completion for a shell',
    details: ['Prints a script for bash, zsh or fish that completes commands, options and names of files.'],
    takes: { placeholder: 'SHELL', min: 1, max: 1, values: Object.keys(shells) },
    options: {},
    examples: [
      'source <(pennon completion bash)',
      'pennon completion zsh > "${fpath[1]}/_pennon"',
      'pennon completion fish > ~/.config/fish/completions/pennon.fish',
    ],
    async run({ args: [shell = ''] }) {
      await print(shells[shell]?.(commands()) ?? '');
      return exitCodes.done;
    },
  };
}
