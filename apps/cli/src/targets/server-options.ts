import { type CommandOptions } from '../command';

/** Options of a command that may also talk to a running server. */
export const serverOptions: CommandOptions = {
  address: {
    type: 'string',
    short: 'a',
    placeholder: 'URL',
    help: 'ask the running server at this address, and not the database',
  },
  token: {
    type: 'string',
    short: 't',
    placeholder: 'TOKEN',
    help: 'client token for the server; others on this machine may see it: better PENNON_TOKEN or --token-file',
  },
  'token-file': { type: 'string', placeholder: 'FILE', help: 'read the client token from this file' },
};
