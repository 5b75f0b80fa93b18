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
  ['sinks: { log: { enabled: true } }', 'audit.sinks.log.file: non-empty value is required'],
  ['sinks: { webhook: { enabled: true } }', 'audit.sinks.webhook.url: non-empty value is required'],
  ['events: [flag]', 'audit.events: invalid event pair: flag'],
  ['events: ["flags:created"]', 'audit.events: invalid noun: flags'],
  ['events: ["flag:made"]', 'audit.events: invalid verb: made'],
  ['events: [], sinks: { log: { enabled: true, file: x } }', 'audit.events: no event pairs exist'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(audited(text))).toEqual([problem]);
});
