import type { Report } from './kinds/config-error';
import { TOKEN_VARIABLE } from './settings/names';

/** The proxies that the environment names for requests to other services, by the variables that curl reads. */
export interface ProxyVariables {
  /** For `http:` URLs; undefined to connect directly. May hold a password. */
  readonly http: URL | undefined;
  /** For `https:` URLs; undefined to connect directly. May hold a password. */
  readonly https: URL | undefined;
  /** Hosts to connect to directly, separated by commas: names, addresses, networks; `*` for all. */
  readonly noProxy: string;
}

/** The proxies that this process is to use. @throws Error that names the variable whose value is not a proxy's URL. */
export function proxyVariablesFromProcess(): ProxyVariables {
  const { env } = process;
  return readProxyVariables(env, ({ key, reason }) => {
    throw new Error(`${key} ${reason}`);
  });
}

/** Reads the variables, and reports each whose value is not a proxy's URL; the value may hold a password. */
export function readProxyVariables(env: NodeJS.ProcessEnv, report: Report): ProxyVariables {
  return {
    http: proxyIn(env, 'HTTP_PROXY', report),
    https: proxyIn(env, 'HTTPS_PROXY', report),
    noProxy: valueOf(env, 'NO_PROXY').value,
  };
}

function proxyIn(env: NodeJS.ProcessEnv, name: string, report: Report): URL | undefined {
  const { key, value } = valueOf(env, name);
  if (value === '') return undefined;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  report({
    key,
    reason: 'must be the URL of an HTTP proxy, such as http://proxy.example.com:3128',
    source: 'the environment',
  });
  return undefined;
}

/** Names in lower case come first, as with curl. */
function valueOf(env: NodeJS.ProcessEnv, name: string): { readonly key: string; readonly value: string } {
  const lower = name.toLowerCase();
  const key = (env[lower] ?? '') === '' ? name : lower;
  return { key, value: (env[key] ?? '').trim() };
}

/** The client token that commands show to a running server, from `PENNON_TOKEN`; undefined when it is not set. */
export function clientTokenFromProcess(): string | undefined {
  const token = process.env[TOKEN_VARIABLE]; // oxlint-disable-line node/no-process-env -- no setting, and still read by this lib alone
  return token === '' ? undefined : token;
}
