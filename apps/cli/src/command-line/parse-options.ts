import { parseArgs } from 'node:util';
import type { CommandOption, CommandOptions, OptionValues } from './command';
import { fliptOptionHint, inOurWords, didYouMean } from './hints';

/** Options and the words beside them. */
export interface ParsedOptions {
  readonly values: OptionValues;
  readonly words: readonly string[];
}

/**
 * Reads options as `--name VALUE`, `--name=VALUE` or by their letter; `--` ends them.
 *
 * @param command The command that they are given to; `''` for none.
 * @throws Error if an option is not known, lacks its value, or has one that it does not take.
 */
export function parseOptions(args: readonly string[], options: CommandOptions, command = ''): ParsedOptions {
  // Not strict, because its messages know of no suggestion.
  const { values, positionals, tokens } = parseArgs({
    args: [...inOurWords(command, args)],
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, formOf(option)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') assertFits(token, options, command);
  return { values, words: positionals };
}

function formOf({ type, short, multiple = false }: CommandOption): {
  type: 'boolean' | 'string';
  multiple: boolean;
  short?: string;
} {
  return { type, multiple, ...(short !== undefined && { short }) };
}

interface OptionToken {
  readonly name: string;
  /** As it was written: `--output`, `-o`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function assertFits(
  { name, rawName, value, inlineValue }: OptionToken,
  options: CommandOptions,
  command: string,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const names = Object.keys(options).map((known) => `--${known}`);
    const hint = fliptOptionHint(command, rawName);
    const advice = hint === undefined ? didYouMean(rawName, names) : `; ${hint}`;
    throw new Error(`unknown option ${rawName}${advice}`);
  }
  if (option.type === 'boolean') {
    if (value !== undefined) throw new Error(`${rawName} takes no value`);
    return;
  }
  // What looks like an option is one that was forgotten a value before; a value may be tied on with `=`.
  const isForgotten = inlineValue !== true && value !== undefined && /^-./.test(value);
  if (value === undefined || isForgotten) {
    throw new Error(`${rawName} needs a value: ${rawName} ${option.placeholder ?? 'VALUE'}`);
  }
  const { values } = option;
  if (values !== undefined && !values.includes(value)) {
    const hint = didYouMean(value, values);
    throw new Error(`${rawName} takes ${listOf(values)}, not ${JSON.stringify(value)}${hint}`);
  }
}

/** `a`, `a or b`, `a, b or c`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
