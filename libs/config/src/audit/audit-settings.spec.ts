import { EmptyMachine, problemsOf } from '../testing/empty-machine';

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
