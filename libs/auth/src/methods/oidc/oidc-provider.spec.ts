import { Logger } from '@nestjs/common';
import { loadConfig } from '@pennon/config';
import { type AuthenticationMetadata } from '@pennon/domain';
import fc from 'fast-check';
import { FakeProvider } from '../../../../../test/support/auth-fake-provider';
import '../../../../../test/support/property-seed';
import { runs } from '../../../../../test/support/size';
import { newLoginSecrets } from '../login/login-secrets';
import { MisconfiguredProviderError } from '../login/login-failure';
import { EmailPolicy } from './email-policy';
import { OidcProvider } from './oidc-provider';

const provider = new FakeProvider();
const EMAIL = 'io.service.auth.oidc.email';
const VERIFIED = 'io.service.auth.oidc.email_verified';
const ROLE = 'io.service.auth.role';

let warnings: jest.SpyInstance;

beforeAll(async () => provider.start());
afterAll(async () => provider.stop());
beforeEach(() => {
  warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  provider.reset();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The provider as an operator would set it up. @param changes Settings by the ends of their variables. */
function configured(
  changes: Readonly<Record<string, string>> = {},
  patterns: readonly string[] = [],
): OidcProvider {
  const settings = { ...provider.settings, REDIRECT_ADDRESS: 'https://flags.example', ...changes };
  const prefix = 'PENNON_AUTHENTICATION_METHODS_OIDC';
  const entries = Object.entries(settings).map(([name, value]) => [
    `${prefix}_PROVIDERS_ACME_${name}`,
    value,
  ]);
  const env = {
    ...(Object.fromEntries(entries) as Record<string, string>),
    [`${prefix}_ENABLED`]: 'true',
    PENNON_AUTHENTICATION_SESSION_DOMAIN: 'flags.example',
  };
  const { config } = loadConfig({ env, root: '/nonexistent' });
  const { acme } = config.authentication.methods.oidc.providers;
  if (acme === undefined) throw new Error('the provider is not in the configuration');
  return new OidcProvider('acme', acme, new EmailPolicy(patterns));
}

/**
 * Logs somebody in, as a browser does that the provider sends back at once.
 *
 * @param from The issuer that the answer names in place of its own; null for a caller that could not know.
 */
async function logIn(
  by: OidcProvider,
  from: { readonly issuer?: string | null } = {},
): Promise<AuthenticationMetadata> {
  const login = { ...newLoginSecrets('state'), redirectUri: 'https://flags.example/callback' };
  const response = await fetch(await by.authorizeUrl(login), { redirect: 'manual' });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  const code = searchParams.get('code') ?? '';
  const issuer = from.issuer === null ? undefined : (from.issuer ?? searchParams.get('iss') ?? '');
  return by.identify({ code, error: '', errorDescription: '', issuer }, login);
}

const jane = { email: 'jane@example.com', email_verified: true, name: 'Jane' };
const role = { [ROLE]: 'viewer' };

describe('UserInfo', () => {
  it('is asked for what the ID token lacks, and Jane logs in by the address that it has', async () => {
    provider.userInfo = jane;
    const metadata = await logIn(configured({}, ['^[^@]+@example\\.com$']));
    expect(metadata).toMatchObject({
      [EMAIL]: 'jane@example.com',
      [VERIFIED]: 'true',
      'io.service.auth.name': 'Jane',
    });
    expect(JSON.parse(metadata['io.service.auth.claims'] ?? '')).toMatchObject({ sub: 'ada', ...jane });
  });

  it('is not asked when the ID token says all that is wanted', async () => {
    provider.claims = { ...jane, ...role };
    provider.userInfo = { email: 'mallory@example.com' };
    expect(await logIn(configured())).toMatchObject({ [EMAIL]: 'jane@example.com' });
    expect(provider.seen).not.toContain('GET /userinfo');
  });

  it.each(['email', 'email_verified', 'name', ROLE])('is asked when the ID token lacks %s', async (name) => {
    provider.claims = { ...jane, ...role, [name]: undefined };
    provider.userInfo = {};
    await logIn(configured());
    expect(provider.seen).toContain('GET /userinfo');
  });

  it('never beats the ID token', async () => {
    provider.claims = jane;
    provider.userInfo = { email: 'mallory@example.com', email_verified: false, name: 'Mallory', ...role };
    expect(await logIn(configured())).toMatchObject({
      [EMAIL]: 'jane@example.com',
      [VERIFIED]: 'true',
      'io.service.auth.name': 'Jane',
      [ROLE]: 'viewer',
    });
  });

  it.each([
    [{}, { email: 'a@b', email_verified: true }, 'true'],
    [{}, { email: 'a@b' }, undefined],
    [{ email_verified: false }, { email: 'a@b', email_verified: true }, 'false'],
    [{ email_verified: true }, { email: 'a@b', email_verified: 0 }, 'false'],
    [{ email: 'a@b' }, { email: 'a@b', email_verified: false }, 'false'],
    [{ email: 'a@b' }, { email: 'c@d', email_verified: true }, undefined],
    [{ email: 'a@b', email_verified: false }, { email: 'a@b', email_verified: true }, 'false'],
  ])('says of its own address whether it is verified: %j and %j', async (claims, info, verified) => {
    provider.claims = claims;
    provider.userInfo = info;
    const metadata = await logIn(configured());
    expect(metadata).toMatchObject({ [EMAIL]: 'a@b' });
    expect(metadata[VERIFIED]).toBe(verified);
  });

  it.each([{ sub: 'mallory' }, { sub: undefined }, { sub: ['ada'] }])(
    'about somebody else is the end of the login: %j',
    async (about) => {
      provider.userInfo = { ...jane, ...about };
      await expect(logIn(configured())).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        reason: 'UserInfo is about another subject',
      });
    },
  );

  it('that is nested too deeply is the end of the login', async () => {
    provider.userInfo = `{"sub":"ada","nested":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    await expect(logIn(configured())).rejects.toMatchObject({
      reason: expect.stringContaining('nested') as string,
    });
  });

  it.each([500, 404])('that answers %i leaves the ID token alone, which is logged', async (status) => {
    provider.claims = { sub: 'ada' };
    provider.userInfo = status;
    const metadata = await logIn(configured());
    expect(metadata).not.toHaveProperty(EMAIL);
    expect(warnings.mock.calls).toEqual([
      [
        { provider: 'oidc/acme', reason: `${provider.issuer}/userinfo answers ${status}` },
        expect.stringContaining('UserInfo cannot be asked'),
      ],
    ]);
  });

  it.each<[string, () => OidcProvider]>([
    ['who may enter', () => configured({}, ['^.*@example\\.com$'])],
    ['which role they have', () => configured({ ROLE_CLAIM: 'groups', ROLES: 'ops=admin' })],
  ])('that cannot be asked is an outage where it decides %s', async (_, make) => {
    provider.userInfo = 500;
    await expect(logIn(make())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is nowhere at some providers', async () => {
    provider.discovery = { userinfo_endpoint: undefined };
    expect(await logIn(configured())).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
  });
});

describe('the issuer of an answer (RFC 9207)', () => {
  it.each(['https://evil.example', 'http://127.0.0.1/', 'x'])(
    'is the one that was asked, not %s',
    async (issuer) => {
      await expect(logIn(configured(), { issuer })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        reason: 'the answer is of another issuer',
      });
      expect(provider.seen).not.toContain('POST /token');
    },
  );

  it('has to be named by a provider that says that it names itself', async () => {
    provider.answer = { iss: '' };
    await expect(logIn(configured())).rejects.toMatchObject({
      reason: 'the answer does not say which issuer it is of',
    });
  });

  it('need not be named by others, nor by a program that hands a code on', async () => {
    expect(await logIn(configured(), { issuer: null })).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
    provider.answer = { iss: '' };
    provider.discovery = { authorization_response_iss_parameter_supported: undefined };
    expect(await logIn(configured())).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
  });
});

describe('a provider that is not set up for this service', () => {
  it.each<[string, Readonly<Record<string, string>>, FakeProvider['discovery'], RegExp]>([
    [
      'of another secret',
      { CLIENT_SECRET: 'WRONG' },
      {},
      /\/token answers invalid_client: check client_id and client_secret, and .* token_endpoint_auth_method/,
    ],
    [
      'of another issuer',
      {},
      { issuer: 'https://x.example/' },
      /says https:\/\/x.example\/, configured is http:/,
    ],
    ['that is not there', {}, 404, /answers 404: the configured issuer is http:/],
    ['that is a page', {}, '<html>', /configuration does not answer JSON: the configured issuer is http:/],
    [
      'that signs by what is not allowed',
      { ALGORITHMS: 'RS256 PS256' },
      {},
      /signs ID tokens by ES256, and authentication\.methods\.oidc\.providers\.acme\.algorithms is RS256 PS256$/,
    ],
    [
      'that signs by a shared secret alone',
      {},
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
      /signs ID tokens by HS256, none, which proves nothing without a private key$/,
    ],
    [
      'that announces one algorithm and signs by another',
      {},
      { id_token_signing_alg_values_supported: ['PS256', 'ES384'] },
      /signs by ES256, and PS256, ES384 is allowed: set authentication\.methods\.oidc\.providers\.acme\.algorithms$/,
    ],
  ])('because %s is told apart from an outage', async (_, changes, discovery, reason) => {
    provider.discovery = discovery;
    const failure = logIn(configured(changes));
    await expect(failure).rejects.toBeInstanceOf(MisconfiguredProviderError);
    await expect(failure).rejects.toMatchObject({ reason: expect.stringMatching(reason) as string });
    await expect(failure).rejects.not.toThrow('WRONG');
  });
});

describe('a redirect', () => {
  it.each(['/.well-known/openid-configuration', '/token', '/jwks', '/userinfo'])(
    'of %s is a fault of the set-up, and its target is named without its query',
    async (path) => {
      provider.redirects = { [path]: 'https://moved.example/there?secret=1' };
      const failure = logIn(configured({ ROLE_CLAIM: 'groups', ROLES: 'ops=admin' }));
      await expect(failure).rejects.toBeInstanceOf(MisconfiguredProviderError);
      await expect(failure).rejects.toMatchObject({
        reason: `${provider.issuer}${path} redirects to https://moved.example/there: redirects are not followed`,
      });
    },
  );
});

describe('a description', () => {
  it('may begin with a byte order mark', async () => {
    const { issuer } = provider;
    const endpoints = { authorization_endpoint: '/auth', token_endpoint: '/token', jwks_uri: '/jwks' };
    const urls = Object.entries(endpoints).map(([name, path]) => [name, `${issuer}${path}`]);
    const algorithms = { id_token_signing_alg_values_supported: ['ES256'] };
    provider.discovery = `\uFEFF${JSON.stringify({ issuer, ...algorithms, ...Object.fromEntries(urls) })}`;
    expect(await logIn(configured())).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
  });

  it('is looked at ahead of the first login, so that the log has what is wrong with it', async () => {
    await configured({ ALGORITHMS: 'RS256' }).prepare();
    expect(warnings.mock.calls).toEqual([
      [
        { reason: expect.stringContaining('acme.algorithms is RS256') as string },
        'description of oidc/acme cannot be fetched',
      ],
    ]);
  });
});

describe('the algorithm of an ID token', () => {
  it('is one that the provider announces, unless the settings say otherwise', async () => {
    expect(await logIn(configured())).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
    expect(await logIn(configured({ ALGORITHMS: 'RS256 ES256' }))).toMatchObject({
      'io.service.auth.oidc.sub': 'ada',
    });
  });

  it.each(['HS256', 'none'])('is never %s, which is a refusal', async (alg) => {
    provider.head = { alg };
    await expect(logIn(configured())).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: `the algorithm ${alg} is not allowed`,
    });
  });
});

describe('the client secret', () => {
  const post = { TOKEN_ENDPOINT_AUTH_METHOD: 'client_secret_post' };

  it('is sent in the form where the settings say so', async () => {
    provider.authMethod = 'client_secret_post';
    await expect(logIn(configured())).rejects.toBeInstanceOf(MisconfiguredProviderError);
    expect(await logIn(configured(post))).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
  });

  it('is sent in the form where the provider takes it there alone, unless the settings say otherwise', async () => {
    provider.authMethod = 'client_secret_post';
    provider.discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    expect(await logIn(configured())).toMatchObject({ 'io.service.auth.oidc.sub': 'ada' });
    provider.authMethod = 'client_secret_basic';
    expect(await logIn(configured({ TOKEN_ENDPOINT_AUTH_METHOD: 'client_secret_basic' }))).toMatchObject({
      'io.service.auth.oidc.sub': 'ada',
    });
  });
});

describe('UserInfo that is signed', () => {
  it('says the same as it would without a signature', async () => {
    provider.signedUserInfo = jane;
    const metadata = await logIn(configured({}, ['^[^@]+@example\\.com$']));
    expect(metadata).toMatchObject({ [EMAIL]: 'jane@example.com', [VERIFIED]: 'true' });
  });

  it('need not say whom it is by and for', async () => {
    provider.signedUserInfo = { ...jane, iss: undefined, aud: undefined };
    expect(await logIn(configured())).toMatchObject({ [EMAIL]: 'jane@example.com' });
  });

  it.each<[string, object, object, string]>([
    ['another issuer', { iss: 'https://evil.example' }, {}, 'UserInfo is by another issuer'],
    ['another audience', { aud: 'other' }, {}, 'UserInfo is for another audience'],
    ['another person', { sub: 'mallory' }, {}, 'UserInfo is about another subject'],
    ['the past', { exp: 1 }, {}, 'UserInfo has expired'],
    ['a shared secret', {}, { alg: 'HS256' }, 'the algorithm HS256 is not allowed'],
    ['nobody', {}, { alg: 'none' }, 'the algorithm none is not allowed'],
    ['another key', {}, { kid: 'other' }, 'no key has the id that the token names'],
  ])('of %s is the end of the login', async (_, changes, head, reason) => {
    provider.signedUserInfo = { ...jane, ...changes };
    provider.head = head as FakeProvider['head'];
    await expect(logIn(configured())).rejects.toMatchObject({ code: 'UNAUTHENTICATED', reason });
  });

  it('by an algorithm that the settings leave out is a fault of the set-up', async () => {
    provider.signedUserInfo = jane;
    provider.head = { alg: 'PS256' };
    const rules = { ALGORITHMS: 'ES256', ROLE_CLAIM: 'groups', ROLES: 'ops=admin' };
    await expect(logIn(configured(rules))).rejects.toBeInstanceOf(MisconfiguredProviderError);
  });
});

describe('an address that is missing', () => {
  it('is told in the log where addresses decide who may enter', async () => {
    provider.userInfo = {};
    await expect(logIn(configured({}, ['^.*@example\\.com$']))).rejects.toMatchObject({
      reason: 'the email is not allowed',
      description: expect.stringContaining('sent no email address') as string,
    });
  });
});

describe('the role of a person', () => {
  it.each([['admin'], 'admin'])('is the reserved claim, a text or a list: %j', async (value) => {
    provider.claims = { ...jane, [ROLE]: value };
    expect(await logIn(configured())).toMatchObject({ [ROLE]: 'admin' });
  });

  it('is what the rules say of a nested claim, and the reserved claim is then none', async () => {
    provider.claims = {
      ...jane,
      realm_access: { roles: ['team-a', 'team-a/admins'] },
      [ROLE]: 'owner, admin',
    };
    const rules = { ROLE_CLAIM: 'realm_access.roles', ROLES: 'team-a=shop:editor team-a/admins=viewer' };
    expect(await logIn(configured(rules))).toMatchObject({ [ROLE]: 'shop:editor, viewer' });
  });

  it('is by UserInfo when only that has the claim', async () => {
    provider.claims = jane;
    provider.userInfo = { groups: ['ops'] };
    const rules = { ROLE_CLAIM: 'groups', ROLES: 'ops=admin' };
    expect(await logIn(configured(rules))).toMatchObject({ [ROLE]: 'admin' });
  });

  it('is what the mapping says, never more, whatever the provider says of anybody', async () => {
    const rules = 'ops=admin shop=shop:editor staff=viewer';
    const byRule: Readonly<Record<string, string>> = { ops: 'admin', shop: 'shop:editor', staff: 'viewer' };
    const mapped = configured({ ROLE_CLAIM: 'realm.groups', ROLES: rules });
    const reserved = configured();
    const word = fc.constantFrom(
      'ops',
      'shop',
      'staff',
      'admin',
      'editor',
      'viewer',
      '*',
      'Ops',
      'ops,staff',
      '__proto__',
    );
    const value = fc.oneof(
      word,
      fc.array(fc.oneof(word, fc.integer(), fc.constant(null))),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const source = fc.record(
      {
        realm: fc.oneof(fc.record({ groups: value }), value),
        'realm.groups': value,
        groups: value,
        roles: value,
        role: value,
        [ROLE]: value,
        'io.flipt.auth.role': value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(source, fc.oneof(source, fc.constant(404)), async (claims, userInfo) => {
        provider.claims = claims;
        provider.userInfo = userInfo;
        const info: Readonly<Record<string, unknown>> = typeof userInfo === 'number' ? {} : userInfo;
        const groups = textsOf(groupsIn(claims) ?? groupsIn(info));
        const expected = Object.keys(byRule).filter((group) => groups.includes(group));
        // Where UserInfo decides and cannot be asked, nobody gets in.
        const outcome = await logIn(mapped).catch(() => undefined);
        if (outcome !== undefined)
          expect(outcome[ROLE]).toBe(expected.map((group) => byRule[group]).join(', ') || undefined);
        else expect([userInfo, groupsIn(claims) ?? null]).toEqual([404, null]);

        const own = rolesIn(claims) ?? rolesIn(info);
        const items =
          typeof own === 'string'
            ? own
            : textsOf(own)
                .filter((item) => !item.includes(','))
                .join(', ');
        expect((await logIn(reserved))[ROLE] ?? '').toBe(items);
      }),
      { numRuns: runs(1_000) },
    );
  }, 120_000);
});

type Said = Readonly<Record<string, unknown>>;

function groupsIn(claims: Said): unknown {
  if (Object.hasOwn(claims, 'realm.groups')) return claims['realm.groups'] ?? undefined;
  const realm = claims.realm as Said | string | null | undefined;
  return typeof realm === 'object' &&
    realm !== null &&
    !Array.isArray(realm) &&
    Object.hasOwn(realm, 'groups')
    ? (realm.groups ?? undefined)
    : undefined;
}

function rolesIn(claims: Said): unknown {
  return claims[ROLE] ?? claims['io.flipt.auth.role'] ?? undefined;
}

function textsOf(value: unknown): readonly string[] {
  const isObject = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && !Array.isArray(item);
  if (isObject(value)) {
    const entries = Object.entries(value as object);
    return entries.every(([, item]) => isObject(item)) ? entries.map(([name]) => name) : [];
  }
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
}
