import { TOKEN_VARIABLE } from './names';

/** The client token that commands show to a running server, from `PENNON_TOKEN`; undefined when it is not set. */
export function clientTokenFromProcess(): string | undefined {
  const token = process.env[TOKEN_VARIABLE]; // oxlint-disable-line node/no-process-env -- no setting, and still read by this lib alone
  return token === '' ? undefined : token;
}
