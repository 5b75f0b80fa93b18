import { inspect } from 'node:util';
import { EmptyMachine, failureOf } from './testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

test.each([
  ['db: { url: "postgres://me:hunter2@one,two:x/flags" }', {}],
  ['db: { password: [hunter2] }', {}],
  ['db: { pasword: hunter2 }', {}],
  ['db: { url: "${URL}" }', { URL: 'hunter2' }],
  ['db: { password: !hunter2 }', {}],
  ['', { PENNON_DB_URL: 'hunter2:' }],
  ['', { PENNON_DB_PASWORD: 'hunter2' }],
])('no message holds a secret: %s %o', (text, env) => {
  const { message, problems: found } = failureOf(() => machine.loadText(text, env));
  expect(message + JSON.stringify(found)).not.toContain('hunter2');
});

test.each([
  'db: { user: "me\\n" }',
  'db: { password: "hunter2\\n" }',
  'cache: { redis: { password: "hunter2\\r\\n" } }',
  'cache: { redis: { sentinel_password: "hunter2\\n" } }',
  'audit: { sinks: { webhook: { signing_secret: "hunter2\\n" } } }',
  'authentication: { session: { csrf: { key: "hunter2\\n" } } }',
  'authentication: { methods: { github: { client_secret: "hunter2\\n" } } }',
  'authentication: { methods: { oidc: { providers: { a: { client_secret: "hunter2\\n" } } } } }',
  'authentication: { methods: { token: { bootstrap: { token: "hunter2\\n" } } } }',
])('a secret that ends with a line break is refused: %s', (text) => {
  const { message, problems: found } = failureOf(() => machine.loadText(text));
  expect(found).toContainEqual(
    expect.objectContaining({ reason: expect.stringContaining('ends with a line break') }),
  );
  expect(message).not.toContain('hunter2');
});

test.each([
  'authentication: { methods: { github: { client_id: "a\\n" } } }',
  'authentication: { methods: { oidc: { providers: { a: { client_id: "a\\n" } } } } }',
  'authentication: { methods: { jwt: { validate_claims: { subject: "a\\n" } } } }',
])('an id that ends with a line break is refused: %s', (text) => {
  expect(failureOf(() => machine.loadText(text)).problems).toEqual([
    expect.objectContaining({ reason: 'ends with a line break; delete it' }),
  ]);
});

test('no line break of a header or a token gets into a request', () => {
  const { config } = machine.loadText(
    'audit: { sinks: { webhook: { headers: ["Authorization: Bearer hunter2\\n"] } } }\n' +
      'analytics: { writer: { token: "hunter2\\n" } }',
  );
  expect(config.audit.sinks.webhook.headers[0]?.value.reveal()).toBe('Bearer hunter2');
  expect(config.analytics.writer.token?.reveal()).toBe('hunter2');
});

test('the URL of the webhook is a secret, as those of its targets', () => {
  const url = 'https://me:hunter2@hooks.example/T000/hunter2?token=hunter2';
  const { settings } = machine.load({ PENNON_AUDIT_SINKS_WEBHOOK_URL: url });
  expect(JSON.stringify(settings)).not.toContain('hunter2');
});

test('a message shows that a secret is redacted', () => {
  expect(failureOf(() => machine.load({ PENNON_DB_URL: 'hunter2' })).message).toMatch(
    /^db\.url = "\[redacted\]": /,
  );
});

test('the configuration holds no secret when it is printed', () => {
  const { config } = machine.load({ PENNON_DB_URL: 'postgres://me:hunter2@db/flags' });
  expect(JSON.stringify(config)).not.toContain('hunter2');
  expect(inspect(config, { depth: null })).not.toContain('hunter2');
  const { db } = config;
  expect(db.dialect === 'postgres' && db.primary.password?.reveal()).toBe('hunter2');
});
