import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser } from './auth-browser';

/** How an identity provider is to be. */
export interface IdentityProviderOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The one address that it sends browsers back to. */
  readonly redirectUri: string;
  /** What it signs ID tokens by. */
  readonly algorithm: 'RS256' | 'ES256';
  readonly requirePkce: boolean;
  readonly authMethod: 'client_secret_basic' | 'client_secret_post';
  /** Whether claims of people are in UserInfo alone, which is signed. */
  readonly signsUserInfo?: boolean;
}

/** An identity provider of a test's own. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Puts new keys in the place of all. */
  rotate(): Promise<void>;
  /** Changes what it says of people. */
  claim(claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** Makes it answer 500 to everything, or no longer. */
  breakDown(isBroken: boolean): Promise<void>;
  /** Verb and path of every request that came since the last time. */
  seen(): Promise<readonly string[]>;
  stop(): void;
}

interface Answer {
  readonly id: number;
  readonly seen: readonly string[];
}

/** Starts one; resolves when it listens. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const script = join(process.cwd(), 'test/support/auth-identity-provider-process.mjs');
  const child = fork(script, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
  let last = 0;
  const ask = async (verb: string, value?: unknown): Promise<Answer> => {
    const id = ++last;
    child.send({ id, verb, value });
    for (;;) {
      const [answer] = (await once(child, 'message')) as [Answer];
      if (answer.id === id) return answer;
    }
  };
  return {
    issuer,
    rotate: async () => {
      await ask('rotate');
    },
    claim: async (claims) => {
      await ask('claim', claims);
    },
    breakDown: async (isBroken) => {
      await ask('broken', isBroken);
    },
    seen: async () => (await ask('seen')).seen,
    stop: () => {
      child.disconnect();
    },
  };
}

/**
 * Logs in at the provider as a person would: opens the page, gives a name, and agrees.
 *
 * @returns where the provider then sends the browser.
 */
export async function logInAt(browser: Browser, authorizeUrl: string, name: string): Promise<string> {
  const { origin } = new URL(authorizeUrl);
  let url = authorizeUrl;
  // The name, the consent, and the redirects between them.
  for (let step = 0; step < 10; step++) {
    const page = await browser.get(url);
    if (page.location === undefined) {
      const prompt = page.body.includes('name="login"') ? 'login' : 'consent';
      const form = { prompt, ...(prompt === 'login' && { login: name, password: 'anything' }) };
      const sent = await browser.post(url, new URLSearchParams(form).toString());
      url = sent.location ?? url;
    } else {
      url = page.location;
    }
    if (new URL(url).origin !== origin) return url;
  }
  throw new Error(`the provider goes on asking: ${url}`);
}
