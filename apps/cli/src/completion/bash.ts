import { completionTable, valueOptions, type CompletionEntry, type Values, quoted } from './completion-table';
import { type Command } from '../command-line/command';

/** A script for bash that completes the commands, their options and some of their values. */
export function bashCompletion(commands: readonly Command[]): string {
  const table = completionTable(commands);
  const values = valueOptions(table);
  return `# Completion of pennon for bash: source <(pennon completion bash)
_pennon() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local place= count=0 skip= word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      ${[...values.keys()].join('|')}) skip=1 ;;
      -*) ;;
      *) if ((count < 2)) && _pennon_is_place "\${place:+$place }$word"; then place="\${place:+$place }$word"; fi
         ((count++)) ;;
    esac
  done
  if [[ -n $skip ]]; then
    case $prev in
${[...values].map(([name, of]) => `      ${name}) ${replyWith(of)} ;;\n`).join('')}    esac
    return
  fi
  case $place in
${table.map(placeOf).join('')}  esac
}

_pennon_is_place() {
  case $1 in
    ${table
      .filter(({ words }) => words.length > 0)
      .map(({ words }) => quoted(words.join(' ')))
      .join('|')}) return 0 ;;
    *) return 1 ;;
  esac
}

complete -o filenames -F _pennon pennon
`;
}

function placeOf({ words, candidates, takes, options }: CompletionEntry): string {
  const names = options.flatMap((option) => option.names);
  const next = candidates.length > 0 ? candidates.map(({ word }) => word) : takes;
  return `    ${quoted(words.join(' '))})
      if [[ $cur == -* ]]; then ${replyWith(names)}; else ${replyWith(next)}; fi ;;
`;
}

function replyWith(values: Values): string {
  if (values === 'files') return 'COMPREPLY=($(compgen -f -- "$cur"))';
  return values.length === 0 ? ':' : `COMPREPLY=($(compgen -W ${quoted(values.join(' '))} -- "$cur"))`;
}
