import { EmptyMachine, failureOf, problemsOf } from './testing/empty-machine';

const oidc = 'authentication.methods.oidc.providers';
const oidcVariable = 'PENNON_AUTHENTICATION_METHODS_OIDC_PROVIDERS';
const metadata = 'authentication.methods.token.bootstrap.metadata';
const metadataVariable = 'PENNON_AUTHENTICATION_METHODS_TOKEN_BOOTSTRAP_METADATA';
const teams = 'authentication.methods.codehost.allowed_teams';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

/** A file with one part of `authentication.methods`. */
function methods(text: string): string {
  return `authentication: { methods: ${text} }`;
}

describe('a map of sections', () => {
  test('has the names that the file gives, in lower case, with defaults for what is left out', () => {
    const text = methods('{ oidc: { providers: { Acme: { client_id: a }, my-idp: { scopes: [email] } } } }');
    const { providers } = machine.loadText(text).config.authentication.methods.oidc;
    expect(Object.keys(providers)).toEqual(['acme', 'my-idp']);
    expect(providers.acme).toMatchObject({ clientId: 'a', scopes: [], usePkce: true });
    expect(providers['my-idp']).toMatchObject({ clientId: '', scopes: ['email'], usePkce: true });
  });

  test('has the names that variables give', () => {
    const { providers } = machine.load({
      [`${oidcVariable}_ACME_CLIENT_ID`]: 'a',
      [`${oidcVariable}_ACME_USE_PKCE`]: 'no',
      [`${oidcVariable}_MY_IDP_ISSUER_URL`]: 'https://idp.example.com/',
    }).config.authentication.methods.oidc;
    expect(Object.keys(providers)).toEqual(['acme', 'my_idp']);
    expect(providers.acme).toMatchObject({ clientId: 'a', usePkce: false });
    expect(providers.my_idp?.issuerUrl).toBe('https://idp.example.com/');
  });

  test('takes names from the file where a variable cannot spell them', () => {
    const { providers } = machine.loadText(
      methods('{ oidc: { providers: { my-idp: { client_id: a, client_secret: b } } } }'),
      { [`${oidcVariable}_MY_IDP_CLIENT_SECRET`]: 'c', [`${oidcVariable}_MY_IDP_SCOPES`]: 'email profile' },
    ).config.authentication.methods.oidc;
    expect(Object.keys(providers)).toEqual(['my-idp']);
    expect(providers['my-idp']).toMatchObject({ clientId: 'a', scopes: ['email', 'profile'] });
    expect(providers['my-idp']?.clientSecret.reveal()).toBe('c');
  });

  test('is empty unless something is given', () => {
    expect(machine.load().config.authentication.methods.oidc.providers).toEqual({});
    const { oidc } = machine.loadText(methods('{ oidc: { providers: { acme: , b: {} } } }')).config
      .authentication.methods;
    expect(oidc.providers).toEqual({});
  });
});

describe('a map of values', () => {
  test('may have dots in its names, nested or not', () => {
    const text = methods(
      '{ token: { bootstrap: { metadata: { io.service.auth.role: admin, Is_Bootstrap: yes, a: { b: c } } } } }',
    );
    expect(machine.loadText(text).config.authentication.methods.token.bootstrap.metadata).toEqual({
      'io.service.auth.role': 'admin',
      is_bootstrap: 'yes',
      'a.b': 'c',
    });
  });

  test('is found in the environment, under the names of the file where there are any', () => {
    const { bootstrap } = machine.loadText(
      methods('{ token: { bootstrap: { metadata: { io.service.auth.role: admin } } } }'),
      {
        [`${metadataVariable}_IO_SERVICE_AUTH_ROLE`]: 'viewer',
        [`${metadataVariable}_IS_BOOTSTRAP`]: 'true',
      },
    ).config.authentication.methods.token;
    expect(bootstrap.metadata).toEqual({ 'io.service.auth.role': 'viewer', is_bootstrap: 'true' });
  });

  test('may hold lists', () => {
    const text = methods('{ codehost: { allowed_teams: { acme: [a, b], other: c d } } }');
    const { codehost } = machine.loadText(text).config.authentication.methods;
    expect(codehost.allowedTeams).toEqual({ acme: ['a', 'b'], other: ['c', 'd'] });
  });

  test.each(['', '{}', '""', '"${EMPTY}"'])('has no name without a value: %s', (value) => {
    const text = methods(`{ codehost: { allowed_teams: { acme: ${value} } } }`);
    expect(problemsOf(() => machine.loadText(text, { EMPTY: '' }))).toEqual([
      `${teams}.acme: non-empty value is required`,
    ]);
  });
});

test('a name that every object has is found only where it is configured', () => {
  const { oidc } = machine.loadText(methods('{ oidc: { providers: { __proto__: { client_id: a } } } }'))
    .config.authentication.methods;
  expect(Object.keys(oidc.providers)).toEqual(['__proto__']);
  expect(oidc.providers.constructor).toBeUndefined();
  expect('toString' in oidc.providers).toBe(false);
});

test('maps are frozen, and so is what they hold', () => {
  const { providers } = machine.load({ [`${oidcVariable}_ACME_CLIENT_ID`]: 'a' }).config.authentication
    .methods.oidc;
  expect([providers, providers.acme, providers.acme?.scopes].every(Object.isFrozen)).toBe(true);
});

test('all problems are reported, with key, value, reason and source', () => {
  const path = machine.write(
    'given.yml',
    methods(
      '{ oidc: { providers: { acme: { use_pkce: maybe, client_idd: x }, b: { issuer_url: ftp://b } } } }',
    ),
  );
  const error = failureOf(() =>
    machine.load(
      { [`${oidcVariable}_ACME_ALGORITHMS`]: 'HS256', [`${oidcVariable}_C_CLIENT_IDD`]: 'x' },
      path,
    ),
  );
  expect(error.problems).toEqual([
    {
      key: `${oidc}.acme.client_idd`,
      reason: `unknown key; did you mean ${oidc}.acme.client_id?`,
      source: path,
    },
    {
      key: `${oidcVariable}_C_CLIENT_IDD`,
      reason: `unknown key; did you mean ${oidcVariable}_C_CLIENT_ID?`,
      source: 'the environment',
    },
    { key: `${oidc}.acme.use_pkce`, value: 'maybe', reason: 'expected true or false', source: path },
    { key: `${oidc}.b.issuer_url`, value: 'ftp://b', reason: 'expected an http or https URL', source: path },
    {
      key: `${oidc}.acme.algorithms`,
      value: 'HS256',
      reason: 'is refused: only signatures by a private key prove who signed',
      source: `${oidcVariable}_ACME_ALGORITHMS`,
    },
  ]);
});

test('a hint keeps the name, also where it is the map that is misspelt', () => {
  const text = methods('{ oidc: { provider: { my-idp: { client_id: a } } } }');
  expect(problemsOf(() => machine.loadText(text))).toEqual([
    `authentication.methods.oidc.provider.my-idp.client_id: unknown key; did you mean ${oidc}.my-idp.client_id?`,
  ]);
  const variable = `${oidcVariable}_MY_BIG_IDP_CLIENT_SECRT`;
  expect(problemsOf(() => machine.load({ [variable]: 'a' }))).toEqual([
    `${variable}: unknown key; did you mean ${oidcVariable}_MY_BIG_IDP_CLIENT_SECRET?`,
  ]);
});

test('a map, and a section in it, need keys', () => {
  const text = methods('{ oidc: { providers: [acme] }, token: { bootstrap: { metadata: x } } }');
  expect(problemsOf(() => machine.loadText(text))).toEqual([
    `${oidc}: is a section; expected keys below it`,
    `${metadata}: is a section; expected keys below it`,
  ]);
  expect(problemsOf(() => machine.loadText(methods('{ oidc: { providers: { acme: x } } }')))).toEqual([
    `${oidc}.acme: is a section; expected keys below it`,
  ]);
});

test('the value of a name has the type of the row', () => {
  const text = methods('{ token: { bootstrap: { metadata: { a: [b], c: [{ d: e }] } } } }');
  expect(problemsOf(() => machine.loadText(text))).toEqual([
    `${metadata}.c: expected a value or a list of values`,
    `${metadata}.a: expected one value, got a list`,
  ]);
});

test('names of one file that variables cannot tell apart are a problem', () => {
  const text = methods('{ oidc: { providers: { my-idp: { client_id: a }, my_idp: { client_id: b } } } }');
  expect(problemsOf(() => machine.loadText(text))).toEqual([
    `${oidc}.my_idp.client_id: has the same environment variable as ${oidc}.my-idp.client_id`,
  ]);
});
