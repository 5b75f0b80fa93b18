import { type Command, serverOptions } from '../command-line/command';

/** Gives flags variants of their own in place of those of other flags. */
export const repairCommand: Command = {
  name: 'repair',
  summary: 'give flags that distribute variants of other flags their own',
  details: [
    'Earlier versions let a rule distribute a variant of another flag. Gives each such flag a variant with the same key, name',
    'and attachment, so that nobody gets another answer, and makes one revision per namespace. If the flag has another',
    'variant of that key, it is named, left as it is, and the exit code is 1. Changes the database that the settings name, or',
    'a running server.',
  ],
  options: {
    'dry-run': {
      type: 'boolean',
      help: 'print what would be changed, and change nothing; the exit code is 2 if there is anything',
    },
    namespace: {
      type: 'string',
      short: 'n',
      placeholder: 'KEY',
      help: 'only this namespace; every one, unless given',
    },
    ...serverOptions,
  },
  examples: [
    'pennon repair --dry-run',
    'pennon repair --namespace shop',
    'PENNON_TOKEN=... pennon repair --address https://flags.example.com',
  ],
  run: async (given) => (await import('./run-repair.js')).runRepair(given),
};
