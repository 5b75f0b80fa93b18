import { type Command, serverOptions } from '../command-line/command';

/** Says what an entity gets. */
export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'say which value of a flag an entity gets',
  details: [
    'Reads the database that the settings name, or asks a running server. A flag that is not there is a failure; one that',
    'is disabled, or matches nothing, is an answer.',
  ],
  takes: { placeholder: 'FLAG', min: 0, max: 1 },
  options: {
    flag: { type: 'string', short: 'f', placeholder: 'KEY', help: 'the flag, in place of FLAG' },
    entity: { type: 'string', short: 'e', placeholder: 'ID', help: 'who or what asks; required' },
    namespace: {
      type: 'string',
      short: 'n',
      placeholder: 'KEY',
      help: 'the namespace of the flag; default unless given',
    },
    context: {
      type: 'string',
      short: 'c',
      multiple: true,
      placeholder: 'NAME=VALUE',
      help: 'a property that constraints look at',
    },
    json: { type: 'boolean', help: 'print the answer as JSON, in the words of the API' },
    ...serverOptions,
  },
  examples: [
    'pennon evaluate --namespace shop --flag checkout --entity user-42 --context plan=pro --context country=de',
    'pennon evaluate --flag new-banner --entity user-42 --address http://localhost:8080 --json',
  ],
  run: async (given) => (await import('./run-evaluate.js')).runEvaluate(given),
};
