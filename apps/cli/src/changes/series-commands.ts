import { bypassOption, jsonOption, messageOption, toldZoneOption, zoneOption } from './change-options';
import { type Command, type CommandOptions, serverOptions } from '../command-line/command';
import { listOf } from '../command-line/parse-options';
import { limitOption } from '../command-line/read-values';
import { seriesStateWords, type SeriesWord } from './series-words';

const address = '--address https://flags.example.com';
const id = '7d1e1c52-0c1f-4f0e-8d55-0b6a5c1f9a11';

const takesSteps = 'SERIES is the id of the ramp, or of one of its steps. Needs a running server.';

const seriesCommand: Command = {
  name: 'changes series',
  summary: 'list ramps with their steps',
  details: ['The latest first, each with its state and a line for each step. Needs a running server.'],
  takes: { placeholder: 'NAMESPACE', min: 1, max: 1 },
  options: {
    state: {
      type: 'string',
      placeholder: 'WORD',
      values: seriesStateWords,
      help: `only ramps in this state: ${listOf(seriesStateWords)}`,
    },
    flag: { type: 'string', short: 'f', placeholder: 'KEY', help: 'only ramps that change this flag' },
    limit: limitOption('ramps'),
    json: { type: 'boolean', help: 'print the ramps as JSON, one per line, in the words of the API' },
    ...toldZoneOption,
    ...serverOptions,
  },
  examples: [`pennon changes series shop --state running ${address}`],
  run: async (given) => (await import('./run-series.js')).listSeries(given),
};

const moveCommand: Command = {
  name: 'changes move',
  summary: 'move the steps of a ramp that wait',
  details: [
    'With --at, the next step is applied at that time, and the later ones keep their distances. With --every, each step',
    'that waits is applied so long after the one before. An earlier time makes approvals void.',
    takesSteps,
  ],
  takes: { placeholder: 'NAMESPACE SERIES', min: 2, max: 2 },
  options: {
    at: {
      type: 'string',
      placeholder: 'TIME',
      help: 'time of the next step: 2026-12-01T09:00:00Z, or by --zone 2026-12-01T09:00, or "Mon 09:00"',
    },
    every: { type: 'string', placeholder: 'TIME', help: 'time between two steps, such as 30m, 24h or 7d' },
    step: { type: 'string', placeholder: 'N', help: 'the step to begin with: the next one unless given' },
    ...zoneOption,
    ...messageOption,
    ...bypassOption,
    ...jsonOption,
    ...serverOptions,
  },
  examples: [`pennon changes move shop ${id} --at "Mon 09:00" ${address}`],
  run: async (given) => (await import('./run-series.js')).moveSeries(given),
};

/** A command that steers one ramp, or other series of changes. @param more Options that only this one has. */
function steeringCommand(
  word: SeriesWord,
  words: Pick<Command, 'summary' | 'details'>,
  more: CommandOptions = {},
): Command {
  return {
    ...words,
    name: `changes ${word}`,
    takes: { placeholder: 'NAMESPACE SERIES', min: 2, max: 2 },
    options: {
      reason: { type: 'string', placeholder: 'TEXT', help: 'the reason, for the author and reviewers' },
      ...more,
      ...toldZoneOption,
      ...jsonOption,
      ...serverOptions,
    },
    examples: [`pennon changes ${word} shop ${id} ${address}`],
    run: async (given) => (await import('./run-series.js')).runOnSeries(word, given),
  };
}

/** Commands on ramps, and other series of changes. */
export const seriesCommands: readonly Command[] = [
  seriesCommand,
  moveCommand,
  steeringCommand('pause', {
    summary: 'pause a ramp before its next step',
    details: ['The next step keeps the rest of its time.', takesSteps],
  }),
  steeringCommand('resume', {
    summary: 'resume a ramp that is paused or suspended',
    details: ['A step that was in conflict is tried again.', takesSteps],
  }),
  steeringCommand(
    'rollback',
    {
      summary: 'put back what a ramp has changed, and cancel its other steps',
      details: [
        'What others changed stays, and parts that they changed again are named.',
        'Undoing steps that were approved needs no approvals.',
        takesSteps,
      ],
    },
    bypassOption,
  ),
];
