import { type LoginMethod } from '@/api/types';
import { loginCopy } from '@/copy/login';
import { providerName } from './provider-name';

/** A button of the login. */
export interface LoginChoice {
  /** Of the provider in the settings; empty for a code host without a name. */
  readonly key: string;
  readonly name: string;
  /** Where its login is asked for, as the server gave it. */
  readonly authorizeUrl: string;
}

/**
 * What a person can sign in with in a browser: each OIDC provider in the order given, then the code host. Methods of
 * programs are never offered.
 */
export function loginChoices(methods: readonly LoginMethod[]): readonly LoginChoice[] {
  const enabled = methods.filter((method) => method.enabled);
  const providers = enabled
    .filter(({ method }) => method === 'METHOD_OIDC')
    .flatMap((method) => method.providers)
    .map(({ name, authorizeUrl }) => ({ key: name, name: providerName(name), authorizeUrl }));
  const codeHosts = enabled
    .filter(({ method }) => method === 'METHOD_CODEHOST' || method === 'METHOD_GITHUB')
    .map(({ method, authorizeUrl }) =>
      method === 'METHOD_GITHUB'
        ? { key: 'github', name: providerName('github'), authorizeUrl }
        : { key: '', name: loginCopy.codeHost, authorizeUrl },
    );
  return [...providers, ...codeHosts];
}

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** True for addresses that the page may send a person to: by https, or to this very machine. */
export function isSafeLogin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && localHosts.includes(hostname));
}
