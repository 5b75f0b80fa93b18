import { ConfigError } from './config-error';

test('the message has one line per problem: key, value, reason, source', () => {
  const error = new ConfigError([
    {
      key: 'server.http_port',
      value: 'a\nb',
      reason: 'expected a whole number',
      source: 'PENNON_SERVER_HTTP_PORT',
    },
    { key: 'db.host', reason: 'non-empty value is required' },
    { key: 'log.level', value: 'x'.repeat(100), reason: 'expected one of debug, info, warn, error' },
  ]);
  expect(error.message.split('\n')).toEqual([
    'server.http_port = "a\\nb": expected a whole number (from PENNON_SERVER_HTTP_PORT)',
    'db.host: non-empty value is required',
    `log.level = "${'x'.repeat(80)}…": expected one of debug, info, warn, error`,
  ]);
});
