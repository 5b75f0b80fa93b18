import { flattenKeys, readYaml } from './config-file';

test('leaves are named by their path in lower case', () => {
  const { content } = readYaml('Server:\n  HTTP_Port: 1\nlog: { keys: { time: t } }\ncache: {}\nui:');
  expect(flattenKeys(content)).toEqual([
    { key: 'server.http_port', value: '1' },
    { key: 'log.keys.time', value: 't' },
    { key: 'cache', value: null },
    { key: 'ui', value: null },
  ]);
});

test('a map that contains itself comes to an end', () => {
  const { content } = readYaml('a: &a { b: *a }');
  expect(flattenKeys(content)).toHaveLength(1);
});
