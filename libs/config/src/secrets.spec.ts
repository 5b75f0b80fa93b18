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
