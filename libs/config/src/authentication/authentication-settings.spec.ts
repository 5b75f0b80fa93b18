import type { AuthenticationConfig } from '../config/authentication-config';
import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

/** Returns the section, as the variables after `PENNON_AUTHENTICATION_` make it. */
function authentication(variables: Readonly<Record<string, string>> = {}): AuthenticationConfig {
  return machine.load(prefixed(variables)).config.authentication;
}

function prefixed(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`PENNON_AUTHENTICATION_${name}`, value]),
  );
}

const cleanup = { interval: 3_600_000, gracePeriod: 1_800_000 };

test('without configuration nothing is required, and no method is enabled', () => {
  const config = authentication();
  expect(config).toMatchObject({
    required: false,
    exclude: { management: false, metadata: false, evaluation: false, ofrep: false },
    rateLimit: { logins: 20, failures: 100 },
  });
  expect(config.session).toEqual({
    domain: undefined,
    secure: true,
    tokenLifetime: 86_400_000,
    stateLifetime: 600_000,
    csrf: { key: undefined, secure: true, trustedOrigins: [] },
  });
  expect(config.methods.token).toEqual({
    enabled: false,
    bootstrap: { token: undefined, expiration: 0, metadata: {} },
    cleanup,
  });
  expect(config.methods.oidc).toEqual({ enabled: false, emailMatches: [], providers: {}, cleanup });
  expect(config.methods.orchestrator).toEqual({
    enabled: false,
    discoveryUrl: 'https://kubernetes.default.svc.cluster.local',
    caPath: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt',
    serviceAccountTokenPath: '/var/run/secrets/kubernetes.io/serviceaccount/token',
    audiences: [],
    allowedServiceAccounts: [],
    roles: [],
    tokenReview: false,
    tokenLifetime: undefined,
    cleanup,
  });
});

test('without configuration the code host is GitHub, and JSON web tokens need a key', () => {
  const { codehost, jwt } = authentication().methods;
  expect(codehost).toMatchObject({
    enabled: false,
    serverUrl: 'https://github.com',
    apiUrl: 'https://api.github.com',
    clientId: '',
    redirectAddress: '',
    scopes: [],
    allowedOrganizations: [],
    allowedTeams: {},
    cleanup,
  });
  expect(codehost.clientSecret.reveal()).toBe('');
  expect(jwt).toEqual({
    enabled: false,
    callers: 'programs',
    jwksUrl: undefined,
    publicKeyFile: undefined,
    algorithms: ['RS256', 'RS512', 'ES256', 'ES512', 'EdDSA'],
    clockSkew: 60_000,
    copyClaims: true,
    roleClaim: undefined,
    roles: [],
    validateClaims: { issuer: undefined, subject: undefined, audiences: [] },
  });
});

test('every key of Flipt can be given', () => {
  const { config, ignored } = machine.loadText(`
    authentication:
      required: true
      exclude: { management: true, metadata: true, evaluation: true, ofrep: true }
      rate_limit: { logins: 0, failures: 5 }
      session:
        domain: https://flags.example.com:8443
        secure: false
        token_lifetime: 720h
        state_lifetime: 5m
        csrf: { key: k, secure: false, trusted_origins: ["https://Admin.example.com:443", "http://a:81"] }
      methods:
        token:
          enabled: true
          bootstrap: { token: sixteen-letters!, expiration: 8760h, metadata: { a: b } }
          cleanup: { interval: 1ms, grace_period: 8760h }
        oidc:
          enabled: true
          email_matches: [^.+@acme\\.io$]
          providers:
            acme:
              issuer_url: https://idp.example.com/
              client_id: id
              client_secret: secret
              redirect_address: https://flags.example.com/base/
              nonce: static
              scopes: [email]
              use_pkce: false
              algorithms: [es256, RS256]
        codehost:
          enabled: true
          server_url: https://git.example.com/
          api_url: https://git.example.com/api/v3
          client_id: id
          client_secret: secret
          redirect_address: http://localhost:8080
          scopes: [read:org]
          allowed_organizations: [Acme]
          allowed_teams: { Acme: [core] }
        orchestrator:
          enabled: true
          discovery_url: https://cluster
          ca_path: /ca
          service_account_token_path: /token
          audiences: https://a/, https://b/
          allowed_service_accounts: [default/*, "team-a/app"]
          token_review: true
          token_lifetime: 10m
        jwt:
          enabled: true
          jwks_url: https://idp.example.com/keys
          algorithms: EdDSA, PS256
          clock_skew: 0
          validate_claims: { issuer: i, subject: s, audiences: "https://a/, https://b/" }
  `);
  const { session, methods } = config.authentication;
  expect(session).toMatchObject({ domain: 'flags.example.com', secure: false, tokenLifetime: 2_592_000_000 });
  expect(session.csrf.trustedOrigins).toEqual(['https://admin.example.com', 'http://a:81']);
  expect(methods.token.bootstrap).toMatchObject({ expiration: 31_536_000_000, metadata: { a: 'b' } });
  expect(methods.oidc.emailMatches).toEqual(['^.+@acme\\.io$']);
  expect(methods.oidc.providers.acme).toMatchObject({
    issuerUrl: 'https://idp.example.com/',
    redirectAddress: 'https://flags.example.com/base',
    algorithms: ['ES256', 'RS256'],
  });
  expect(methods.codehost).toMatchObject({
    serverUrl: 'https://git.example.com',
    allowedTeams: { Acme: ['core'] },
  });
  expect(methods.orchestrator).toMatchObject({
    audiences: ['https://a/', 'https://b/'],
    allowedServiceAccounts: ['default/*', 'team-a/app'],
    tokenReview: true,
    tokenLifetime: 600_000,
  });
  expect(methods.jwt).toMatchObject({
    algorithms: ['EdDSA', 'PS256'],
    clockSkew: 0,
    validateClaims: { issuer: ['i'], subject: 's', audiences: ['https://a/', 'https://b/'] },
  });
  expect(ignored).toEqual([
    'authentication.exclude.metadata',
    'authentication.session.csrf.secure',
    'authentication.methods.oidc.providers.acme.nonce',
  ]);
});

test.each([
  ['METHODS_TOKEN_CLEANUP_INTERVAL', '0s', 'positive non-zero duration required'],
  ['METHODS_OIDC_CLEANUP_INTERVAL', '-1s', 'positive non-zero duration required'],
  ['METHODS_CODEHOST_CLEANUP_GRACE_PERIOD', '0', 'positive non-zero duration required'],
  ['METHODS_ORCHESTRATOR_CLEANUP_GRACE_PERIOD', '-0', 'positive non-zero duration required'],
  ['METHODS_TOKEN_CLEANUP_INTERVAL', '600h', 'must be at most 596h'],
  ['SESSION_TOKEN_LIFETIME', '0', 'positive non-zero duration required'],
  ['SESSION_STATE_LIFETIME', '0s', 'positive non-zero duration required'],
  ['METHODS_TOKEN_BOOTSTRAP_EXPIRATION', '-1s', 'must not be negative'],
  [
    'METHODS_TOKEN_BOOTSTRAP_TOKEN',
    'hunter2-bootstrap\n',
    'ends with a line break, which no HTTP header can carry',
  ],
  [
    'METHODS_TOKEN_BOOTSTRAP_TOKEN',
    'hunter2 bootstrap',
    'must consist of ASCII letters, digits and signs, without spaces',
  ],
  ['SESSION_DOMAIN', 'a b', 'invalid domain: expected a host name such as flags.example.com'],
  ['SESSION_CSRF_TRUSTED_ORIGINS', 'a.io', 'expected scheme://host[:port], got a.io'],
  [
    'METHODS_OIDC_EMAIL_MATCHES',
    'a [b',
    'failed compiling string for pattern: [b: error parsing regexp: missing closing ]: `[b`',
  ],
  ['METHODS_JWT_JWKS_URL', 'ftp://a', 'field "jwks_url": parse "ftp://a": expected an http or https URL'],
  ['METHODS_JWT_ALGORITHMS', 'none', 'is refused: only signatures by a private key prove who signed'],
  ['METHODS_JWT_CLOCK_SKEW', '11m', 'must be at most 10m'],
  ['METHODS_OIDC_PROVIDERS_A_ISSUER_URL', 'idp', 'expected an http or https URL'],
  [
    'METHODS_OIDC_PROVIDERS_A_REDIRECT_ADDRESS',
    'http://a?b',
    'expected an http or https URL without ? and #',
  ],
  ['METHODS_ORCHESTRATOR_DISCOVERY_URL', 'cluster', 'expected an http or https URL'],
  [
    'METHODS_ORCHESTRATOR_ALLOWED_SERVICE_ACCOUNTS',
    'default',
    'expected namespace/name, with * for any characters, got default',
  ],
  ['RATE_LIMIT_LOGINS', '-1', 'must be at least 0'],
  ['RATE_LIMIT_FAILURES', 'many', 'expected a whole number'],
])('%s=%s is refused', (name, value, reason) => {
  expect(problemsOf(() => authentication({ [name]: value }))).toEqual([
    expect.stringContaining(`: ${reason}`),
  ]);
});

test.each([
  ['METHODS_TOKEN_BOOTSTRAP_TOKEN', 'hunter2\n'],
  ['METHODS_CODEHOST_CLIENT_SECRETT', 'hunter2'],
  ['METHODS_OIDC_PROVIDERS_ACME_CLIENT_SECRETT', 'hunter2'],
  ['SESSION_CSRF_KEYY', 'hunter2'],
])('no message holds the secret of %s', (name, value) => {
  const { message, problems } = failureOf(() => authentication({ [name]: value }));
  expect(message + JSON.stringify(problems)).not.toContain('hunter2');
});

test('the configuration holds no secret when it is printed', () => {
  const config = authentication({
    SESSION_CSRF_KEY: 'hunter2-csrf',
    METHODS_TOKEN_BOOTSTRAP_TOKEN: 'hunter2-bootstrap',
    METHODS_OIDC_PROVIDERS_ACME_CLIENT_SECRET: 'hunter2-oidc',
    METHODS_GITHUB_CLIENT_SECRET: 'hunter2-codehost',
  });
  expect(JSON.stringify(config)).not.toContain('hunter2');
  const { token, oidc, codehost } = config.methods;
  const secrets = [
    ...[config.session.csrf.key, token.bootstrap.token],
    ...[oidc.providers.acme?.clientSecret, codehost.clientSecret],
  ];
  expect(secrets.map((secret) => secret?.reveal())).toEqual([
    'hunter2-csrf',
    'hunter2-bootstrap',
    'hunter2-oidc',
    'hunter2-codehost',
  ]);
});

test('a list with an empty item is refused, since it may allow everything', () => {
  const text = 'authentication: { methods: { oidc: { email_matches: ["${NOBODY}"] } } }';
  expect(problemsOf(() => machine.loadText(text, { NOBODY: '' }))).toEqual([
    'authentication.methods.oidc.email_matches: must have no empty item',
  ]);
});

describe('the session is for HTTPS only', () => {
  test.each([
    [{}, true],
    [{ SESSION_DOMAIN: 'flags.example.com' }, true],
    [{ SESSION_DOMAIN: 'http://localhost:8080' }, false],
    [{ SESSION_DOMAIN: 'localhost', SESSION_SECURE: 'true' }, true],
    [{ SESSION_DOMAIN: 'flags.example.com', SESSION_SECURE: 'false' }, false],
  ])('with %o: %s', (variables, secure) => {
    expect(authentication(variables).session.secure).toBe(secure);
  });
});

describe('the teams of the code host', () => {
  test.each([
    ['Acme', 'ACME', 'Acme'],
    ['my-org', 'MY_ORG', 'my-org'],
    ['my_org my-org', 'MY_ORG', 'my_org'],
    ['other', 'ACME', 'acme'],
  ])('with the organizations %s, %s is %s', (organizations, variable, spelling) => {
    const { allowedTeams } = authentication({
      METHODS_CODEHOST_ALLOWED_ORGANIZATIONS: organizations,
      [`METHODS_CODEHOST_ALLOWED_TEAMS_${variable}`]: 'core',
    }).methods.codehost;
    expect(allowedTeams).toEqual({ [spelling]: ['core'] });
    expect(allowedTeams.constructor).toBeUndefined();
    expect(Object.isFrozen(allowedTeams)).toBe(true);
  });
});

test('the section is frozen where it is derived', () => {
  const { session, methods } = authentication();
  expect([session, session.csrf, methods, methods.codehost].every(Object.isFrozen)).toBe(true);
  expect(Object.isFrozen(authentication())).toBe(true);
});
