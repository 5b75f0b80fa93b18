import { Signer } from '../../../../test/support/signer';
import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

const oidc = 'authentication.methods.oidc';
const codehost = 'authentication.methods.codehost';
const jwt = 'authentication.methods.jwt';
const session = 'session: { domain: localhost }';
const provider =
  'issuer_url: https://a, client_id: a, client_secret: hunter2hunter2, redirect_address: https://b';
const client = 'enabled: true, client_id: a, client_secret: b, redirect_address: https://c';
const signIn = 'required: true, methods: { token: { enabled: true } }';
const unsupported = 'is not supported by this version of Pennon';

function problems(authentication: string, authorization = '{}'): string[] {
  return problemsOf(() => machine.loadText(file(authentication, authorization)));
}

function file(authentication: string, authorization = '{}'): string {
  return `authentication: { ${authentication} }\nauthorization: ${authorization}`;
}

describe('what settings must be together', () => {
  test('who has to sign in needs a method for that', () => {
    const reason =
      'authentication.required: locks everybody out: enable a method, such as authentication.methods.token.enabled';
    expect(problems('required: true')).toEqual([reason]);
    expect(problems('required: true, methods: { token: { bootstrap: { expiration: 24h } } }')).toEqual([
      reason,
    ]);
    expect(machine.loadText(file(signIn)).config.authentication.required).toBe(true);
    expect(machine.loadText(file('required: false')).config.authentication.required).toBe(false);
  });

  test('what is given of a method that is off is named, for it changes nothing', () => {
    const text =
      'methods: { token: { bootstrap: { expiration: 24h } }, orchestrator: { enabled: false, audiences: a }, ' +
      `oidc: { providers: { a: { ${provider} } } }, jwt: { enabled: true, jwks_url: https://a } }`;
    expect(machine.loadText(file(text)).ignored).toEqual([
      'authentication.methods.token.bootstrap.expiration',
      'authentication.methods.orchestrator.audiences',
      ...['issuer_url', 'client_id', 'client_secret', 'redirect_address'].map(
        (field) => `${oidc}.providers.a.${field}`,
      ),
    ]);
  });

  test('OIDC and the code host need a domain', () => {
    const reason =
      'authentication.session.domain: when session compatible auth method enabled: ' +
      'field "authentication.session.domain": non-empty value is required';
    expect(problems('methods: { oidc: { enabled: true } }')).toEqual([reason]);
    expect(problems(`methods: { codehost: { ${client} } }`)).toEqual([reason]);
    const bad =
      'authentication.session.domain: invalid domain: expected a host name such as flags.example.com';
    expect(problems('session: { domain: "a b" }, methods: { oidc: { enabled: true } }')).toEqual([bad]);
  });

  test('every provider of OIDC needs its four fields', () => {
    const fields = ['issuer_url', 'client_id', 'client_secret', 'redirect_address'];
    const text = `${session}, methods: { oidc: { enabled: true, providers: { a: { scopes: x }, b: { ${provider} } } } }`;
    expect(problems(text)).toEqual(
      fields.map(
        (field) =>
          `${oidc}.providers.a.${field}: provider "a": field "${field}": non-empty value is required`,
      ),
    );
  });

  test('a field that is refused is not missing as well', () => {
    const text = `${session}, methods: { oidc: { enabled: true, providers: { a: { ${provider} } } } }`;
    const error = failureOf(() => machine.loadText(file(text.replace('https://a', 'a'))));
    expect(error.problems).toMatchObject([
      { key: `${oidc}.providers.a.issuer_url`, reason: 'expected an http or https URL' },
    ]);
    expect(error.message).not.toContain('hunter2');
  });

  test('the name of a provider is fit for a path', () => {
    const text = `${session}, methods: { oidc: { enabled: true, providers: { a/b: { ${provider} } } } }`;
    expect(problems(text)).toEqual([`${oidc}.providers.a/b: must be named with letters, digits, - and _`]);
  });

  test.each(['codehost', 'github'])('%s needs its three fields', (name) => {
    expect(problems(`${session}, methods: { ${name}: { enabled: true } }`)).toEqual(
      ['client_id', 'client_secret', 'redirect_address'].map(
        (field) => `${codehost}.${field}: provider "${name}": field "${field}": non-empty value is required`,
      ),
    );
  });

  test('organizations of the code host need the scope read:org', () => {
    const reason = 'field "scopes": must contain read:org when allowed_organizations is not empty';
    expect(problems(`${session}, methods: { codehost: { ${client}, allowed_organizations: [a] } }`)).toEqual([
      `${codehost}.scopes: provider "codehost": ${reason}`,
    ]);
    const path = machine.write(
      'given.yml',
      file(`${session}, methods: { github: { ${client}, allowed_organizations: [a], scopes: [user] } }`),
    );
    expect(failureOf(() => machine.load({}, path)).problems).toEqual([
      {
        key: 'authentication.methods.github.scopes',
        value: 'user',
        reason: `provider "github": ${reason}`,
        source: path,
      },
    ]);
  });

  test('roles by organization need the scope read:org, a role for everybody does not', () => {
    const methods = (roles: string): string =>
      `${session}, methods: { codehost: { ${client}, roles: ${roles} } }`;
    expect(problems(methods("['*=viewer', acme/ops=admin]"))).toEqual([
      `${codehost}.scopes: provider "codehost": field "scopes": must contain read:org when roles names an organization`,
    ]);
    const { config } = machine.loadText(file(methods("['*=viewer']")));
    expect(config.authentication.methods.codehost.roles).toEqual([{ subject: '*', role: 'viewer' }]);
  });

  test('teams of the code host belong to declared organizations', () => {
    const text =
      `${session}, methods: { codehost: { ${client}, scopes: read:org, allowed_organizations: [Acme], ` +
      'allowed_teams: { acme: [a], other: [b] } } }';
    expect(problems(text)).toEqual([
      `${codehost}.allowed_teams.other: provider "codehost": field "allowed_teams": ` +
        "the organization 'other' was not declared in 'allowed_organizations' field",
    ]);
  });

  test('a claim of groups needs roles, for no group is a role by its name', () => {
    const claim = 'role_claim: groups';
    const reason = 'needs roles, which say what role each value of the claim gives';
    const keys = 'enabled: true, jwks_url: https://a';
    const of = (rest: string): string =>
      `${session}, methods: { oidc: { enabled: true, providers: { a: { ${provider}, ${rest} } } }, jwt: { ${keys}, ${rest} } }`;
    expect(problems(of(claim))).toEqual([
      `${oidc}.providers.a.role_claim: ${reason}`,
      `${jwt}.role_claim: ${reason}`,
    ]);
    const { config } = machine.loadText(file(of(`${claim}, roles: ['Flag Admins=admin']`)));
    expect(config.authentication.methods.oidc.providers.a).toMatchObject({
      roleClaim: 'groups',
      roles: [{ subject: 'Flag Admins', role: 'admin' }],
    });
  });

  test('JSON web tokens need one source of keys, and one only', () => {
    expect(problems('methods: { jwt: { enabled: true } }')).toEqual([
      `${jwt}.jwks_url: one of jwks_url or public_key_file is required`,
    ]);
    const both = `jwks_url: https://a, public_key_file: ${machine.write('key.pem', new Signer('ES256').pem())}`;
    expect(problems(`methods: { jwt: { enabled: true, ${both} } }`)).toEqual([
      `${jwt}.jwks_url: only one of jwks_url or public_key_file can be set`,
    ]);
  });

  test('the file of the public key has a key', () => {
    expect(problems('methods: { jwt: { enabled: true, public_key_file: /no/key.pem } }')).toEqual([
      `${jwt}.public_key_file: field "public_key_file": stat /no/key.pem: no such file or directory`,
    ]);
    const noKey = machine.write('no-key.pem', 'no key');
    expect(problems(`methods: { jwt: { enabled: true, public_key_file: "${noKey}" } }`)).toEqual([
      `${jwt}.public_key_file: can't be used: not a PEM file`,
    ]);
    const path = machine.write('key.pem', new Signer('ES256').pem());
    const loaded = machine.loadText(file(`methods: { jwt: { enabled: true, public_key_file: "${path}" } }`));
    expect(loaded.config.authentication.methods.jwt.publicKeyFile).toBe(path);
  });

  test('keys come by https, and from this machine also by http', () => {
    const at = (url: string): string => `methods: { jwt: { enabled: true, jwks_url: "${url}" } }`;
    expect(problems(at('http://issuer.example/keys'))).toEqual([
      expect.stringContaining(`${jwt}.jwks_url: must be an https URL`),
    ]);
    expect(() => machine.loadText(file(at('http://localhost/keys')))).not.toThrow();
    expect(() => machine.loadText(file(at('https://issuer.example/keys')))).not.toThrow();
  });

  test('the cluster is reached by https', () => {
    const at = (url: string): string =>
      `methods: { orchestrator: { enabled: true, discovery_url: "${url}" } }`;
    expect(problems(at('http://127.0.0.1:1'))).toEqual([
      'authentication.methods.orchestrator.discovery_url: must be an https URL',
    ]);
  });

  test('the certificates of the cluster are read where workloads log in, which is the writer', () => {
    const certificates = machine.write('ca.crt', 'no certificate');
    const text = `methods: { orchestrator: { enabled: true, ca_path: "${certificates}" } }`;
    const path = machine.write('given.yml', file(text));
    expect(() => machine.load({}, path, 'reader')).not.toThrow();
    expect(failureOf(() => machine.load({}, path, 'writer')).problems).toEqual([
      {
        key: 'authentication.methods.orchestrator.ca_path',
        value: certificates,
        reason: expect.stringContaining("can't be used"),
        source: path,
      },
    ]);
  });

  test('a method that is not enabled may be half configured', () => {
    const text =
      'methods: { oidc: { providers: { a/b: { client_id: a } } }, jwt: { public_key_file: /no/key.pem }, ' +
      'codehost: { allowed_organizations: [a], allowed_teams: { b: [c] } } }';
    expect(machine.loadText(file(text)).config.authentication.required).toBe(false);
  });

  test('authorization requires authentication', () => {
    expect(problems('required: false', '{ required: true }')).toEqual([
      'authorization.required: authorization requires authentication also be required',
    ]);
    const { config } = machine.loadText(file(signIn, '{ required: true }'));
    expect(config.authorization).toEqual({ required: true, backend: 'roles', evaluation: false });
  });

  test('management cannot be excluded from authorization', () => {
    expect(problems(`${signIn}, exclude: { management: true }`, '{ required: true }')).toEqual([
      'authentication.exclude.management: cannot go with authorization.required, which would refuse every call ' +
        'that is excluded',
    ]);
    expect(
      machine.loadText(file(`${signIn}, exclude: { management: true }`)).config.authentication.exclude,
    ).toMatchObject({ management: true });
  });

  test.each(['local', 'object', 'bundle'])('the backend %s is not supported', (backend) => {
    expect(problems('', `{ backend: ${backend} }`)).toEqual([`authorization.backend: ${unsupported}`]);
  });

  test('policies are not replaced by roles in silence, nor printed', () => {
    const text = file(signIn, '{ required: true, bundle: { configuration: hunter2 } }');
    const variable = 'PENNON_AUTHORIZATION_LOCAL_POLICY_PATH';
    const error = failureOf(() => machine.loadText(text, { [variable]: 'hunter2' }));
    expect(error.problems).toEqual([
      {
        key: 'authorization.bundle.configuration',
        reason: unsupported,
        source: expect.stringContaining('given.yml'),
      },
      { key: variable, reason: unsupported, source: 'the environment' },
    ]);
    expect(error.message).not.toContain('hunter2');
  });

  test('rules are checked next to everything else that is wrong', () => {
    const text = `log: { level: loud }\n${file('methods: { jwt: { enabled: true } }', '{ required: true }')}`;
    expect(problemsOf(() => machine.loadText(text, { PENNON_DB_HOST: '/data' }))).toEqual([
      'log.level: expected one of debug, info, warn, error',
      'db.protocol: non-empty value is required',
      'db.name: non-empty value is required',
      `${jwt}.jwks_url: one of jwks_url or public_key_file is required`,
      'authorization.required: authorization requires authentication also be required',
    ]);
  });

  test('a rule says where the setting is given', () => {
    expect(failureOf(() => machine.load({ PENNON_AUTHORIZATION_REQUIRED: 'true' })).problems).toEqual([
      {
        key: 'authorization.required',
        value: 'true',
        reason: 'authorization requires authentication also be required',
        source: 'PENNON_AUTHORIZATION_REQUIRED',
      },
    ]);
  });
});
