import {
  bypassOption,
  dryRunOption,
  jsonOption,
  messageOption,
  whenOptions,
} from '../changes/change-options';
import { type Command, type CommandOptions, serverOptions } from '../command-line/command';

/** What each of these commands takes first. */
const flagKey: Command['takes'] = { placeholder: 'KEY', min: 1, max: 1 };

const namespaceOption: CommandOptions = {
  namespace: { type: 'string', short: 'n', placeholder: 'KEY', help: 'the namespace of the flag: default' },
};

/** Options on how an edit is applied. */
const editOptions: CommandOptions = {
  ...messageOption,
  ...whenOptions,
  ...bypassOption,
  ...dryRunOption,
  ...jsonOption,
  ...serverOptions,
};

/** What is true of each of these commands. */
const whereReviewed = 'Where changes need approval, it is proposed. Needs a running server.';

/** Changes parts of one flag. */
const setCommand: Command = {
  name: 'flag set',
  summary: 'change parts of a flag',
  details: [
    'Changes what is named, and leaves everything else of the flag as it is at that moment.',
    whereReviewed,
  ],
  takes: flagKey,
  options: {
    ...namespaceOption,
    enabled: {
      type: 'string',
      values: ['true', 'false'],
      placeholder: 'BOOL',
      help: 'enable or disable the flag',
    },
    percentage: {
      type: 'string',
      placeholder: 'N',
      help: 'share of a boolean flag that gets the value of its threshold, in whole percent',
    },
    value: {
      type: 'string',
      values: ['true', 'false'],
      placeholder: 'BOOL',
      help: 'what that share gets: true unless given',
    },
    weights: {
      type: 'string',
      placeholder: 'A=N,B=N',
      help: 'percent of a rule by variant; they add up to 100, and variants that are not named get none',
    },
    rest: {
      type: 'string',
      values: ['nothing'],
      placeholder: 'WORD',
      help: 'nothing: --weights may add up to less, and the rest gets no variant',
    },
    segment: {
      type: 'string',
      multiple: true,
      placeholder: 'KEY',
      help: 'the rule for this segment is the one that --weights are of; made if there is none',
    },
    rank: {
      type: 'string',
      placeholder: 'N',
      help: 'which rollout --percentage is of, or which rule --weights are of: 1 for the first',
    },
    'default-variant': { type: 'string', placeholder: 'KEY', help: "the default variant; '' for none" },
    name: { type: 'string', placeholder: 'TEXT', help: 'the name' },
    description: { type: 'string', placeholder: 'TEXT', help: 'the description' },
    metadata: {
      type: 'string',
      multiple: true,
      placeholder: 'K=V',
      help: 'set a member of the metadata: V is JSON, or else a text',
    },
    'remove-metadata': {
      type: 'string',
      multiple: true,
      placeholder: 'K',
      help: 'remove a member of the metadata',
    },
    ...editOptions,
  },
  examples: ['pennon flag set checkout --percentage 20 --namespace shop --address https://flags.example.com'],
  run: async (given) => (await import('./run-flag-commands.js')).runFlagSet(given),
};

/** Turns one flag off. */
const offCommand: Command = {
  name: 'flag off',
  summary: 'turn a flag off',
  details: [
    'A flag that is off answers false, or as a variant flag that is not enabled, whatever else it says.',
    'Everything else of it stays. If it is off already, who turned it off and when stay.',
    whereReviewed,
  ],
  takes: flagKey,
  options: {
    ...namespaceOption,
    reason: { type: 'string', placeholder: 'TEXT', help: 'why: one line, shown with the flag' },
    ...editOptions,
  },
  examples: [
    'pennon flag off checkout --reason "payments fail" --namespace shop --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-flag-commands.js')).runFlagOff(given),
};

/** Turns one flag on. */
const onCommand: Command = {
  name: 'flag on',
  summary: 'turn a flag on that is off',
  details: [
    'The flag is again what it was, with what was edited while it was off.',
    'A flag that is not off stays as it is: this does not enable one that is disabled.',
    whereReviewed,
  ],
  takes: flagKey,
  options: { ...namespaceOption, ...editOptions },
  examples: ['pennon flag on checkout --namespace shop --address https://flags.example.com'],
  run: async (given) => (await import('./run-flag-commands.js')).runFlagOn(given),
};

/** Commands on single flags. */
export const flagCommands: readonly Command[] = [offCommand, onCommand, setCommand];
