import { type Command } from '../command-line/command';
import {
  completionTable,
  valueOptions,
  type CompletionEntry,
  type OptionEntry,
  type Values,
  quotedForFish,
} from './completion-table';

/** A script for fish that completes the commands, their options and some of their values, with their help. */
export function fishCompletion(commands: readonly Command[]): string {
  const table = completionTable(commands);
  const places = table.filter(({ words }) => words.length > 0).map(({ words }) => words.join(' '));
  return `# Completion of pennon for fish: pennon completion fish > ~/.config/fish/completions/pennon.fish
function __pennon_place
    set -l place
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch $word
            case ${[...valueOptions(table).keys()].join(' ')}
                set skip 1
            case '-*'
            case '*'
                set -l longer (string join ' ' $place $word)
                if test $count -lt 2; and contains -- $longer ${places.map(quotedForFish).join(' ')}
                    set place $longer
                end
                set count (math $count + 1)
        end
    end
    echo "$place"
end

function __pennon_at
    test "$(__pennon_place)" = "$argv[1]"
end

complete -c pennon -f
${table.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ words, candidates, takes, options }: CompletionEntry): readonly string[] {
  const at = `complete -c pennon -n ${quotedForFish(`__pennon_at ${quotedForFish(words.join(' '))}`)}`;
  return [
    ...candidates.map(({ word, help }) => `${at} -a ${word} -d ${quotedForFish(help)}`),
    ...(takes === 'files' ? [`${at} -F`] : takes.map((word) => `${at} -a ${word}`)),
    ...options.map((option) => `${at} ${optionOf(option)} -d ${quotedForFish(option.help)}`),
  ];
}

function optionOf({ names, values }: OptionEntry): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...flags, ...(values === undefined ? [] : [valueOf(values)])].join(' ');
}

function valueOf(values: Values): string {
  if (values === 'files') return '-r -F';
  return values.length === 0 ? '-x' : `-x -a ${quotedForFish(values.join(' '))}`;
}
