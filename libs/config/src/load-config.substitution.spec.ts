import { EmptyMachine, failureOf, problemsOf } from './testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

/** What `log.file` is when it is given so, in the file and as a variable. */
function filled(text: string, env: NodeJS.ProcessEnv = {}): readonly (string | undefined)[] {
  const inFile = machine.loadText(`log: { file: '${text}' }`, env).config.log.file;
  return [inFile, machine.load({ ...env, PENNON_LOG_FILE: text }).config.log.file];
}

test.each([
  ['${DIR}', '/x'],
  ['${DIR}/log', '/x/log'],
  ['/a/${NAME}.${NAME}', '/a/n.n'],
  ['${NAME:-other}', 'n'],
  ['/a/${UNSET:-b}', '/a/b'],
  ['/a/${EMPTY:-b c}', '/a/b c'],
  ['/a${EMPTY:-}', '/a'],
  ['$${DIR}/$$${NAME}', '${DIR}/$${NAME}'],
  ['$DIR/$$/{NAME}/${', '$DIR/$$/{NAME}/${'],
  ['${TWICE}', '${DIR}'],
])('%s becomes %s', (text, expected) => {
  const env = { DIR: '/x', NAME: 'n', EMPTY: '', TWICE: '${DIR}' };
  expect(filled(text, env)).toEqual([expected, expected]);
});

test('values of every type are filled in, items of lists and values of maps too', () => {
  const text = `
    server: { http_port: "8\${LAST}", read_timeout: "\${SECONDS}s", trusted_proxies: ["10.0.\${SECONDS}.0/24"] }
    cors: { allowed_origins: "https://\${HOST} https://b.example" }
    authentication:
      methods:
        oidc: { providers: { a: { issuer_url: "https://\${HOST}/v2.0", redirect_address: "https://\${HOST}" } } }
        token: { bootstrap: { metadata: { team: "of-\${HOST}" } } }
    audit: { sinks: { webhook: { targets: { chat: { url: "https://\${HOST}", headers: ["X-Key: \${KEY}"] } } } } }
    tracing: { otlp: { headers: { x-key: "key-\${KEY}" } } }
  `;
  const { server, cors, authentication, audit, tracing } = machine.loadText(text, {
    ...{ LAST: '080', SECONDS: '3', HOST: 'a.example', KEY: 'hush' },
  }).config;
  expect([server.httpPort, server.readTimeout, server.trustedProxies]).toEqual([
    8080,
    3000,
    expect.anything(),
  ]);
  expect(cors.allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
  const { oidc, token } = authentication.methods;
  expect(oidc.providers.a).toMatchObject({
    issuerUrl: 'https://a.example/v2.0',
    redirectAddress: 'https://a.example',
  });
  expect(token.bootstrap.metadata).toEqual({ team: 'of-a.example' });
  expect(audit.sinks.webhook.targets.chat?.headers[0]?.value.reveal()).toBe('hush');
  expect(tracing.otlp.headers['x-key']?.reveal()).toBe('key-hush');
});

test('a URL of a database in parts, as an existing file has it', () => {
  const { db } = machine.loadText('db: { url: "postgres://${u}:${p}@${h}:${port}/${n}?sslmode=disable" }', {
    ...{ u: 'me', p: 'hunter2', h: 'db', port: '5433', n: 'flags' },
  }).config;
  expect(db.location).toBe('postgres://db:5433/flags');
  expect(db.dialect === 'postgres' && db.primary.password?.reveal()).toBe('hunter2');
});

test.each([
  ['${A}', 'the environment variable A is not set'],
  ['x${A}${B}${A}', 'the environment variables A, B are not set'],
  ['x${EMPTY}', 'the environment variable EMPTY is empty; write ${EMPTY:-} where it may be'],
  ...['${a-b}', '${env:A}', '${1}', 'x${}', '${A:-${B}}'].map((text): [string, string] => [
    text,
    'has a placeholder that is neither ${NAME} nor ${NAME:-default}; write $${ for the text ${',
  ]),
])('%s is a problem of the setting', (text, reason) => {
  const env = { EMPTY: '' };
  expect(problemsOf(() => machine.loadText(`log: { file: '${text}' }`, env))).toEqual([
    `log.file: ${reason}`,
  ]);
  expect(failureOf(() => machine.load({ ...env, PENNON_LOG_FILE: text })).message).toBe(
    `log.file: ${reason} (from PENNON_LOG_FILE)`,
  );
});

test.each([
  ['log: { level: "${SECRET}" }', 'log.level = "${SECRET}": expected one of debug, info, warn, error'],
  ['cors: { allowed_origins: ["x${SECRET}"] }', 'cors.allowed_origins = "x${SECRET}": expected *, or'],
  ['server: { trusted_proxies: "${SECRET}" }', 'server.trusted_proxies = "${SECRET}": expected a network'],
  ['ui: { topbar: { color: "#${SECRET}" } }', 'ui.topbar.color = "#${SECRET}": expected valid hex color '],
  ['audit: { events: ["${SECRET}:created"] }', 'audit.events = "${SECRET}:created": invalid noun '],
  [
    'authentication: { methods: { oidc: { email_matches: ["(${SECRET}"] } } }',
    'authentication.methods.oidc.email_matches = "(${SECRET}": failed compiling string for pattern ',
  ],
  [
    'authentication: { methods: { jwt: { jwks_url: "${SECRET}" } } }',
    'authentication.methods.jwt.jwks_url = "${SECRET}": field "jwks_url": expected an http or https URL ',
  ],
  [
    'audit: { sinks: { webhook: { targets: { a: { template: "${SECRET}" } } } } }',
    'audit.sinks.webhook.targets.a.template = "${SECRET}": invalid JSON ',
  ],
])('no message shows what a variable holds: %s', (text, message) => {
  const failure = failureOf(() => machine.loadText(text, { SECRET: 'hunter2' }));
  expect(failure.message).toContain(message);
  expect(failure.message + JSON.stringify(failure.problems)).not.toContain('hunter2');
});
