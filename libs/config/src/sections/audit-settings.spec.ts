import { inspect } from 'node:util';
import { EmptyMachine, failureOf, problemsOf } from '../testing/empty-machine';

let machine: EmptyMachine;

beforeEach(() => {
  machine = new EmptyMachine();
});

afterEach(() => {
  machine.remove();
});

function audited(text: string): () => unknown {
  return () => machine.loadText(`audit: { ${text} }`).config.audit;
}

test('nothing is delivered unless told otherwise, and events stay ninety days', () => {
  expect(machine.load().config.audit).toMatchObject({
    retention: 90 * 86_400_000,
    maxEvents: 1_000_000,
    events: ['*:*'],
    sinks: { log: { enabled: false }, webhook: { enabled: false, maxBackoffDuration: 15_000 } },
  });
});

test.each([
  ['sinks: { webhook: { enabled: true } }', 'audit.sinks.webhook.url: non-empty value is required'],
  [
    'sinks: { webhook: { enabled: true, targets: { chat: { template: "{}" } } } }',
    'audit.sinks.webhook.targets.chat.url: non-empty value is required',
  ],
  [
    'sinks: { webhook: { enabled: true, targets: { "a:b": { url: "http://a" } } } }',
    'audit.sinks.webhook.targets.a:b: must be named with letters, digits, - and _, 64 at most',
  ],
  [
    `sinks: { webhook: { targets: { chat: { template: '["{{who}}"]' } } } }`,
    'audit.sinks.webhook.targets.chat.template: {{who}} is no member of an event; those are event, version, type, action, ' +
      'metadata, payload, timestamp, status, id, position, key, namespace_key, flag_key, segment_key, revision, before, after',
  ],
  [
    'sinks: { webhook: { targets: { chat: { content_type: "json" } } } }',
    'audit.sinks.webhook.targets.chat.content_type: expected a media type, such as application/json',
  ],
  [
    'sinks: { webhook: { targets: { chat: { headers: ["hunter2"] } } } }',
    'audit.sinks.webhook.targets.chat.headers: expected headers as Name: value, one in a line',
  ],
  [
    'sinks: { webhook: { headers: ["X-Key: a", "X Y: b"] } }',
    'audit.sinks.webhook.headers: expected headers as Name: value, one in a line',
  ],
  [
    'sinks: { webhook: { targets: { chat: { headers: ["X-Key: hünter"] } } } }',
    'audit.sinks.webhook.targets.chat.headers: X-Key: expected printable ASCII characters',
  ],
  [
    'sinks: { webhook: { headers: ["X-Key: of ${ME}"] } }',
    'audit.sinks.webhook.headers: the environment variable ME is not set',
  ],
  [
    'sinks: { webhook: { targets: { chat: { headers: ["Content-Type: text/plain"] } } } }',
    'audit.sinks.webhook.targets.chat.headers: Content-Type is not for you to set',
  ],
  ['events: [flag]', 'audit.events: invalid event pair: flag'],
  ['events: ["flags:created"]', 'audit.events: invalid noun: flags'],
  ['events: ["flag:made"]', 'audit.events: invalid verb: made'],
  ['events: [], sinks: { log: { enabled: true, file: x } }', 'audit.events: no event pairs exist'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(audited(text))).toEqual([problem]);
});

test('targets of the webhook take its place, and are given by variables too', () => {
  const { sinks } = machine.load({
    PENNON_AUDIT_SINKS_WEBHOOK_ENABLED: 'true',
    PENNON_AUDIT_SINKS_WEBHOOK_TARGETS_CHAT_URL: 'http://chat.example.com/secret',
    PENNON_AUDIT_SINKS_WEBHOOK_TARGETS_CHAT_TEMPLATE: '{"text": "{{key}}"}',
  }).config.audit;
  const { chat } = sinks.webhook.targets;
  expect(chat?.url?.reveal()).toBe('http://chat.example.com/secret');
  expect(chat?.template?.render({ key: 'a' })).toBe('{"text":"a"}');
  expect(chat).toMatchObject({ contentType: 'application/json', signingSecret: undefined });
});

test('headers are given as a list, or as the lines of a text or a variable', () => {
  const text =
    'audit: { sinks: { webhook: { headers: ["X-A: a:b", "x-b:c "], targets: { chat: { headers: "" } } } } }';
  const { webhook } = machine.loadText(text, {
    PENNON_AUDIT_SINKS_WEBHOOK_TARGETS_CHAT_HEADERS: 'X-C: c\nX-D: d\n',
  }).config.audit.sinks;
  const written = [webhook.headers, webhook.targets.chat?.headers].map((headers) =>
    headers?.map(({ name, value }) => `${name}=${value.reveal()}`),
  );
  expect(written).toEqual([
    ['X-A=a:b', 'x-b=c'],
    ['X-C=c', 'X-D=d'],
  ]);
});

test('no message and nothing that is printed has the value of a header', () => {
  const header = (text: string) => () =>
    machine.loadText(`audit: { sinks: { webhook: { headers: [${JSON.stringify(text)}] } } }`);
  const { config, settings } = header('Authorization: Bearer hunter2')();
  expect(inspect(config, { depth: null }) + JSON.stringify([config, settings])).not.toContain('hunter2');
  for (const text of ['Host: hunter2', 'hunter2', 'X Y: hunter2', 'X-Y: hunter2\u00e9']) {
    const { message, problems } = failureOf(header(text));
    expect(message + JSON.stringify(problems)).not.toContain('hunter2');
  }
});
