import { keyOf, variableOf } from './names';

test('the key and the variable follow from the path in the table', () => {
  const key = keyOf(['server', 'httpPort']);
  expect(key).toBe('server.http_port');
  expect(variableOf(key)).toBe('PENNON_SERVER_HTTP_PORT');
  expect(keyOf(['log', 'keys', 'time'])).toBe('log.keys.time');
});
