import { loadConfigFromProcess } from './load-config';

test('reads the environment of the process', () => {
  const before = process.env.PENNON_SERVER_HTTP_PORT;
  process.env.PENNON_SERVER_HTTP_PORT = 'abc';
  try {
    expect(() => loadConfigFromProcess()).toThrow('server.http_port = "abc": expected a whole number');
  } finally {
    if (before === undefined) delete process.env.PENNON_SERVER_HTTP_PORT;
    else process.env.PENNON_SERVER_HTTP_PORT = before;
  }
});
