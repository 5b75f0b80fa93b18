import { type Command, type CommandOptions, serverOptions } from '../command-line/command';
import { listOf } from '../command-line/parse-options';
import { limitOption } from '../command-line/read-values';
import {
  bypassOption,
  type ChangeWord,
  dryRunOption,
  jsonOption,
  messageOption,
  proposeOption,
  stateWords,
  toldZoneOption,
  whenOptions,
} from './change-options';

const address = '--address https://flags.example.com';

const waits =
  'The exit code is 2 if the change waits because the namespace requires approval. Needs a running server.';

const revertCommand: Command = {
  name: 'revert',
  summary: 'undo the changes of a revision',
  details: [
    'Puts back what the revision changed, and leaves what later revisions changed elsewhere. A part that a later revision',
    'changed again is a conflict: nothing is restored, and every conflict is named. --onto-latest restores such parts, too.',
    '--flag, --segment and --part restore only some of what the revision changed.',
    waits,
  ],
  takes: { placeholder: 'NAMESPACE REVISION', min: 2, max: 2 },
  options: {
    flag: { type: 'string', short: 'f', multiple: true, placeholder: 'KEY', help: 'restore only this flag' },
    segment: { type: 'string', multiple: true, placeholder: 'KEY', help: 'restore only this segment' },
    part: {
      type: 'string',
      multiple: true,
      placeholder: 'NAME',
      help: 'restore only this part, such as rollouts or off',
    },
    'onto-latest': { type: 'boolean', help: 'also restore parts that later revisions changed again' },
    ...messageOption,
    ...proposeOption,
    ...bypassOption,
    ...dryRunOption,
    ...jsonOption,
    ...serverOptions,
  },
  examples: [
    `pennon revert shop 12 --dry-run ${address}`,
    `pennon revert shop 12 --message 'Too slow' ${address}`,
    `pennon revert shop 12 --flag checkout --part rollouts ${address}`,
  ],
  run: async (given) => (await import('./run-revert.js')).runRevert(given),
};

const promoteCommand: Command = {
  name: 'promote',
  summary: 'copy flags from one namespace to another',
  details: [
    'Copies all flags, or those named with --flag, and the segments that they use and TO lacks. Flags that exist in TO are',
    'replaced. No flag is deleted.',
    waits,
  ],
  takes: { placeholder: 'FROM TO', min: 2, max: 2 },
  options: {
    flag: { type: 'string', short: 'f', multiple: true, placeholder: 'KEY', help: 'copy only this flag' },
    'all-segments': { type: 'boolean', help: 'also replace segments that exist in TO and differ' },
    ...messageOption,
    ...whenOptions,
    ...bypassOption,
    ...dryRunOption,
    ...jsonOption,
    ...serverOptions,
  },
  examples: [
    `pennon promote staging production --dry-run ${address}`,
    `pennon promote staging production --flag checkout --propose ${address}`,
  ],
  run: async (given) => (await import('./run-promote.js')).runPromote(given),
};

const listCommand: Command = {
  name: 'changes list',
  summary: 'list proposed and scheduled changes, and past ones',
  details: [
    'One line per change, the latest first: id, time, author, state and message. Changes that were applied at once are not',
    'listed here: see pennon help history. Needs a running server.',
  ],
  takes: { placeholder: 'NAMESPACE', min: 1, max: 1 },
  options: {
    state: {
      type: 'string',
      placeholder: 'WORD',
      values: stateWords,
      help: `only changes in this state: ${listOf(stateWords)}`,
    },
    limit: limitOption('changes'),
    json: { type: 'boolean', help: 'print the changes as JSON, one per line, in the words of the API' },
    ...serverOptions,
  },
  examples: [`pennon changes list shop --state pending-review ${address}`],
  run: async (given) => (await import('./run-changes.js')).listChanges(given),
};

/** A command on one change. */
function changeCommand(word: ChangeWord, words: Pick<Command, 'summary' | 'details' | 'options'>): Command {
  const more = word === 'comment' ? " --comment 'Why?'" : '';
  return {
    ...words,
    name: `changes ${word}`,
    takes: { placeholder: 'NAMESPACE ID', min: 2, max: 2 },
    options: { ...words.options, ...jsonOption, ...serverOptions },
    examples: [`pennon changes ${word} shop 2c0f9a6e-5f0b-4a5e-9d8e-6f1a52a6a001${more} ${address}`],
    run: async (given) => (await import('./run-changes.js')).runOnChange(word, given),
  };
}

const commentOption: CommandOptions = {
  comment: { type: 'string', placeholder: 'TEXT', help: 'a comment for the author' },
};

/** Commands that make changes, and commands on waiting changes. */
export const changeCommands: readonly Command[] = [
  revertCommand,
  promoteCommand,
  listCommand,
  changeCommand('show', {
    summary: 'show a change and its effect, or a ramp',
    details: [
      'Prints state, reviews and conflicts and, while the change waits, its effect now as a unified diff of JSON.',
      'With the id of a ramp, prints its steps, with times by --zone. Needs a running server.',
    ],
    options: toldZoneOption,
  }),
  changeCommand('approve', {
    summary: 'approve a waiting change',
    details: [
      'With the last required approval, the change is applied or waits for its time. Needs a running server.',
    ],
    options: commentOption,
  }),
  changeCommand('reject', {
    summary: 'reject a waiting change',
    details: ['A rejected change can no longer be applied. Needs a running server.'],
    options: commentOption,
  }),
  changeCommand('request-changes', {
    summary: 'block a waiting change until it is edited',
    details: [
      'The change is not applied until you approve it, or somebody edits what it does. Needs a running server.',
    ],
    options: commentOption,
  }),
  changeCommand('comment', {
    summary: 'comment on a change',
    details: ['The change can be in any state. Needs a running server.'],
    options: commentOption,
  }),
  changeCommand('apply', {
    summary: 'apply a waiting change now',
    details: [
      'Fails, and changes nothing, while required approvals are missing, before the approved time, and on a conflict.',
      'Needs a running server.',
    ],
    options: bypassOption,
  }),
  changeCommand('cancel', {
    summary: 'cancel a waiting change',
    details: ['Later steps of the same series are cancelled too. Needs a running server.'],
    options: {
      reason: { type: 'string', placeholder: 'TEXT', help: 'the reason, for the author and reviewers' },
    },
  }),
];
