import {
  bypassOption,
  dryRunOption,
  jsonOption,
  messageOption,
  whenOptions,
} from '../changes/change-options';
import { type Command, serverOptions } from '../command-line/command';

/** Rolls a flag out in steps. */
export const rampCommand: Command = {
  name: 'ramp',
  summary: 'roll a flag out in steps',
  details: [
    'Gives the value of the threshold of a boolean flag to the given percents of entities, one step after another.',
    'The first step is applied at once, or --at a time; each other one so long after the step before was applied:',
    '24h are 24 hours, whatever clocks do. pennon changes pauses, resumes and rolls back a ramp.',
    'Where changes need approval, it is proposed. Needs a running server.',
  ],
  takes: { placeholder: 'KEY PERCENTAGES', min: 2, max: 2 },
  options: {
    every: {
      type: 'string',
      placeholder: 'TIME',
      help: 'time between two steps, such as 30m, 24h or 7d; required',
    },
    namespace: { type: 'string', short: 'n', placeholder: 'KEY', help: 'the namespace of the flag: default' },
    value: {
      type: 'string',
      values: ['true', 'false'],
      placeholder: 'BOOL',
      help: 'what the percentage of entities gets: true unless given',
    },
    rank: { type: 'string', placeholder: 'N', help: 'which rollout the percentages are of: 1 for the first' },
    ...messageOption,
    ...whenOptions,
    ...bypassOption,
    ...dryRunOption,
    ...jsonOption,
    ...serverOptions,
  },
  examples: [
    'pennon ramp checkout 1,10,50,100 --every 24h --namespace shop --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-ramp.js')).runRamp(given),
};
