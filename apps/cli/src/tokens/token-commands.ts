import { type Command, serverOptions } from '../command-line/command';

const where = 'Works on the database that the settings name, or on a running server.';

const createCommand: Command = {
  name: 'token create',
  summary: 'make a client token',
  details: ['Prints the token, once and never again: only its hash is kept.', where],
  options: {
    name: { type: 'string', placeholder: 'NAME', help: 'what it is called; required' },
    description: { type: 'string', placeholder: 'TEXT', help: 'what it is for' },
    namespace: { type: 'string', placeholder: 'KEY', help: 'the only namespace it is good for' },
    role: {
      type: 'string',
      placeholder: 'ROLE',
      help: 'what it may do, where authorization is on: admin, editor, viewer, or shop:editor',
    },
    'expires-in': { type: 'string', placeholder: 'TIME', help: 'how long it is good, such as 12h or 30d' },
    json: { type: 'boolean', help: 'print the token and its record as JSON' },
    ...serverOptions,
  },
  examples: [
    'pennon token create --name ci --role shop:editor --expires-in 30d',
    'PENNON_TOKEN=$(pennon token create --name deploy) pennon export --address http://localhost:8080',
  ],
  run: async (given) => (await import('./run-token-commands.js')).createToken(given),
};

const listCommand: Command = {
  name: 'token list',
  summary: 'list client tokens',
  details: ['One line per token: id, name, when it expires, namespace, role. Never the token itself.', where],
  options: { json: { type: 'boolean', help: 'print the records as JSON, one per line' }, ...serverOptions },
  examples: ['pennon token list'],
  run: async (given) => (await import('./run-token-commands.js')).listTokens(given),
};

const deleteCommand: Command = {
  name: 'token delete',
  summary: 'revoke a client token',
  details: [
    'Running servers refuse it within a second. Ramps that were scheduled with it are suspended, and other scheduled',
    'changes lose their time, until an editor resumes them.',
    where,
  ],
  takes: { placeholder: 'ID', min: 1, max: 1 },
  options: {
    'keep-changes': { type: 'boolean', help: 'let go on what was scheduled with it' },
    ...serverOptions,
  },
  examples: ['pennon token delete 2c0f9a6e-5f0b-4a5e-9d8e-6f1a52a6a001'],
  run: async (given) => (await import('./run-token-commands.js')).deleteToken(given),
};

/** Commands on client tokens. */
export const tokenCommands: readonly Command[] = [createCommand, listCommand, deleteCommand];
