import { readFileSync } from 'node:fs';
import { BYPASS_REVIEW_HEADER, KEEP_CHANGES_HEADER } from '@pennon/api';
import { clientTokenFromProcess } from '@pennon/config';
import { type Given } from '../command-line/command';
import { RemoteServer } from './remote-server';
import { ServerCalls } from './server-calls';
import { explainFileError } from '../terminal/explain-file-error';

/**
 * Calls of the running server that a command line names; undefined when it names none.
 *
 * @throws Error if there is a token on the command line but no server, or it cannot be read.
 */
function callsOf(given: Given): ServerCalls | undefined {
  given.assertAtMostOne('token', 'token-file');
  const address = given.text('address');
  if (address !== undefined) return new ServerCalls(address, tokenOf(given), { headers: headersOf(given) });
  for (const name of ['token', 'token-file', 'bypass-review']) {
    if (given.text(name) !== undefined) throw new Error(`--${name} is for a server: say --address too`);
  }
  return undefined;
}

/** The running server that a command line names; undefined when it names none. @throws Error as {@link callsOf}. */
export function serverOf(given: Given): RemoteServer | undefined {
  const calls = callsOf(given);
  return calls && new RemoteServer(calls);
}

/**
 * Calls of the running server that a command cannot do without.
 *
 * @param command What needs it, for the message: `revert`, or `import --at`.
 * @throws Error if the command line names none, or as {@link callsOf} does.
 */
export function neededCallsOf(given: Given, command: string): ServerCalls {
  const calls = callsOf(given);
  if (calls !== undefined) return calls;
  throw new Error(
    `${command} needs a running server, which knows the caller and the review policy: say --address URL`,
  );
}

/** What a header may hold: printable ASCII, of which some is no space. */
const HEADER_TEXT = /^[ -~]*[!-~][ -~]*$/;

/** @throws Error if the reason to bypass the review cannot be sent. */
function headersOf(given: Given): Readonly<Record<string, string>> {
  const keeps = given.isOn('keep-changes') ? { [KEEP_CHANGES_HEADER]: 'true' } : {};
  const reason = given.text('bypass-review');
  if (reason === undefined) return keeps;
  if (!HEADER_TEXT.test(reason))
    throw new Error('--bypass-review must be a reason in printable ASCII characters');
  return { ...keeps, [BYPASS_REVIEW_HEADER]: reason };
}

/** What is on the command line counts more than the environment. */
function tokenOf(given: Given): string | undefined {
  const file = given.text('token-file');
  return given.text('token') ?? (file === undefined ? clientTokenFromProcess() : tokenIn(file));
}

function tokenIn(file: string): string {
  const token = contentsOf(file).trim();
  if (token === '') throw new Error(`cannot read ${file}: there is no token in it`);
  return token;
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw explainFileError('read', file, error);
  }
}
