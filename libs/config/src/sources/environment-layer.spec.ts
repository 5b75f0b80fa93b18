import { namedSettings } from '../settings/setting-index';
import { isServiceLink } from './environment-layer';

test.each([
  ['PENNON_SERVICE_HOST', '10.0.0.7'],
  ['PENNON_SERVICE_PORT', '8080'],
  ['PENNON_SERVICE_PORT_HTTP', '8080'],
  ['PENNON_PORT', 'tcp://10.0.0.7:8080'],
  ['PENNON_PORT_8080_TCP', 'tcp://10.0.0.7:8080'],
  ['PENNON_PORT_8080_TCP_ADDR', '10.0.0.7'],
  ['PENNON_PORT_8080_TCP_PORT', '8080'],
  ['PENNON_PORT_8080_TCP_PROTO', 'tcp'],
  ['PENNON_PORT_53_UDP', 'udp://10.0.0.7:53'],
  ['PENNON_WRITER_SERVICE_HOST', '10.0.0.7'],
  ['PENNON_WRITER_SERVICE_PORT_GRPC', '9000'],
  ['PENNON_WRITER_PORT', 'tcp://10.0.0.7:8080'],
  ['PENNON_WRITER_PORT_9000_TCP_ADDR', '10.0.0.7'],
  ['PENNON_DB_PORT', 'tcp://10.0.0.7:5432'],
])('%s=%s is from Kubernetes', (variable, value) => {
  expect(isServiceLink(variable, value)).toBe(true);
});

test.each([
  ['PENNON_SERVER_HTTP_PORT', '8081'],
  ['PENNON_SERVER_HTPP_PORT', '8081'],
  ['PENNON_PORT', '8081'],
  ['PENNON_DB_PORT', '5432'],
  ['PENNON_SERVER_HOST', '10.0.0.7'],
  ['PENNON_DB_URL', 'tcp://10.0.0.7:5432'],
])('%s=%s is ours', (variable, value) => {
  expect(isServiceLink(variable, value)).toBe(false);
});

test('no setting is mistaken for a service link, whatever its name', () => {
  expect(namedSettings.filter(({ variable }) => isServiceLink(variable, '8080'))).toEqual([]);
});
