import { status } from '@grpc/grpc-js';
import { GrpcHealthClient } from '../../support/grpc-health-client';
import { sized } from '../../support/size';
import { useServer } from '../../support/use-server';

const services = [
  'flipt.Flipt',
  'flipt.auth.AuthenticationService',
  'flipt.auth.PublicAuthenticationService',
  'flipt.evaluation.EvaluationService',
  'flipt.evaluation.DataService',
  'flipt.meta.MetadataService',
  'flipt.ofrep.OFREPService',
  'grpc.health.v1.Health',
  'pennon.audit.AuditService',
  'pennon.dashboard.DashboardService',
  'pennon.explain.ExplainService',
  'pennon.looks.LookService',
  'pennon.reference.ReferenceService',
  'pennon.saved.SavedService',
  'pennon.transfer.TransferService',
];

const server = useServer();
let health: GrpcHealthClient;

beforeEach(() => {
  health = new GrpcHealthClient(server.grpcAddress);
});

afterEach(() => {
  health.close();
});

test.each(['', ...services])('Check says that "%s" is serving', async (service) => {
  expect(await health.check(service)).toEqual({ status: 'SERVING' });
});

test.each(['', ...services])('Watch says at once that "%s" is serving', async (service) => {
  const stream = health.watch(service);
  expect(await stream.next()).toEqual({ status: 'SERVING' });
  expect(stream.isOpen).toBe(true);
});

test.each([
  'flipt',
  'Flipt',
  'flipt.Flipt/GetFlag',
  ' ',
  'flipt.auth.AuthenticationMethodOIDCService',
  'x'.repeat(10_000),
])('there is no service "%.50s"', async (service) => {
  expect(await health.check(service)).toEqual({ code: status.NOT_FOUND, details: 'unknown service' });
});

test('Watch of a service that there is not says so, and goes on', async () => {
  const stream = health.watch('colours');
  expect(await stream.next()).toEqual({ status: 'SERVICE_UNKNOWN' });
  expect(await health.check()).toEqual({ status: 'SERVING' });
  expect(stream.isOpen).toBe(true);
});

test('the two doors agree', async () => {
  const { body } = await server.send({ path: '/health?service=flipt.Flipt' });
  expect(JSON.parse(body.toString())).toEqual(await health.check('flipt.Flipt'));
});

test('a watcher who goes away is told nothing more, and the others are', async () => {
  const [leaving, staying] = [health.watch(), health.watch()];
  await Promise.all([leaving.next(), staying.next()]);
  leaving.cancel();
  expect(await leaving.ended()).toMatchObject({ code: status.CANCELLED });
  expect(await health.check()).toEqual({ status: 'SERVING' });
  expect(staying.isOpen).toBe(true);
});

test('watchers who come and go in hundreds leave a server that serves', async () => {
  const rounds = sized({ small: 3, whole: 10 });
  for (let round = 0; round < rounds; round++) {
    // A connection per round: one that cancels this many calls at once is taken for an attack, by HTTP/2 itself.
    const watcher = new GrpcHealthClient(server.grpcAddress);
    const streams = Array.from({ length: 300 }, () => watcher.watch());
    await Promise.all(streams.map(async (stream) => stream.next()));
    for (const stream of streams) stream.cancel();
    await Promise.all(streams.map(async (stream) => stream.ended()));
    watcher.close();
  }
  expect(await health.check()).toEqual({ status: 'SERVING' });
  expect(server.logged('WARN')).toEqual([]);
  expect(server.logged('ERROR')).toEqual([]);
});
