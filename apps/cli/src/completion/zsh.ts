import { type Command } from '../command-line/command';
import {
  completionTable,
  valueOptions,
  type Candidate,
  type CompletionEntry,
  type Values,
  quoted,
} from './completion-table';

/** A script for zsh that completes the commands, their options and some of their values, with their help. */
export function zshCompletion(commands: readonly Command[]): string {
  const table = completionTable(commands);
  const values = valueOptions(table);
  return `#compdef pennon
# Completion of pennon for zsh: pennon completion zsh > "\${fpath[1]}/_pennon"
_pennon() {
  local cur=$words[CURRENT] prev=$words[CURRENT-1] place= skip= word
  local -a candidates options
  integer i count=0
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      (${[...values.keys()].join('|')}) skip=1 ;;
      (-*) ;;
      (*) if ((count < 2)) && _pennon_is_place "\${place:+$place }$word"; then place="\${place:+$place }$word"; fi
        ((count += 1)) ;;
    esac
  done
  if [[ -n $skip ]]; then
    case $prev in
${[...values].map(([name, of]) => `      (${name}) ${completeValue(of)} ;;\n`).join('')}    esac
    return
  fi
  case $place in
${table.map(placeOf).join('')}  esac
}

_pennon_is_place() {
  case $1 in
    (${table
      .filter(({ words }) => words.length > 0)
      .map(({ words }) => quoted(words.join(' ')))
      .join('|')}) return 0 ;;
    (*) return 1 ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _pennon "$@"; else compdef _pennon pennon; fi
`;
}

function placeOf({ words, candidates, takes, options }: CompletionEntry): string {
  const names = options.flatMap((option) => option.names.map((word) => ({ word, help: option.help })));
  return `    (${quoted(words.join(' '))})
      if [[ $cur == -* ]]; then
        options=(${described(names)}); _describe -o option options
      else
        ${candidates.length > 0 ? `candidates=(${described(candidates)}); _describe command candidates` : completeValue(takes)}
      fi ;;
`;
}

function described(candidates: readonly Candidate[]): string {
  return candidates.map(({ word, help }) => quoted(`${word.replaceAll(':', '\\:')}:${help}`)).join(' ');
}

function completeValue(values: Values): string {
  if (values === 'files') return '_files';
  return values.length === 0 ? ':' : `compadd -- ${values.map(quoted).join(' ')}`;
}
