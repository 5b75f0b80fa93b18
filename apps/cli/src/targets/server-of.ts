import { readFileSync } from 'node:fs';
import { clientTokenFromProcess } from '@pennon/config';
import { type Given } from '../command-line/command';
import { RemoteServer } from './remote-server';
import { explainFileError } from '../terminal/explain-file-error';

/**
 * The running server that a command line names; undefined when it names none.
 *
 * @throws Error if there is a token on the command line but no server, or it cannot be read.
 */
export function serverOf(given: Given): RemoteServer | undefined {
  given.assertAtMostOne('token', 'token-file');
  const address = given.text('address');
  if (address !== undefined) return new RemoteServer(address, tokenOf(given));
  for (const name of ['token', 'token-file']) {
    if (given.text(name) !== undefined) throw new Error(`--${name} is for a server: say --address too`);
  }
  return undefined;
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
