import { status } from '@grpc/grpc-js';
import { create, type DescMethod } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, fliptMeta, fliptOfrep, grpcHealth, pennonReference } from '@pennon/proto';
import { authEnv } from '../../support/auth-server';
import { GrpcClient } from '../../support/grpc-client';
import { GrpcHealthClient } from '../../support/grpc-health-client';
import { ReflectionClient } from '../../support/grpc-reflection-client';
import { DETAILS_OF_THE_CALL, outcomeOf, notFound } from '../../support/outcome';
import { allServices } from '../../support/all-services';
import { nameOf, routesOf } from '../../support/rpc-routes';
import { useTiers } from '../../support/use-tiers';

// oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
const { evaluate, batchEvaluate } = flipt.Flipt.method;

/** All that a reader answers. */
const answered: ReadonlySet<DescMethod> = new Set<DescMethod>([
  ...fliptEvaluation.EvaluationService.methods,
  ...fliptEvaluation.DataService.methods,
  ...fliptOfrep.OFREPService.methods,
  ...fliptMeta.MetadataService.methods,
  ...pennonReference.ReferenceService.methods,
  ...grpcHealth.Health.methods,
  evaluate,
  batchEvaluate,
]);

const elsewhere = allServices.flatMap(({ methods }) => methods).filter((method) => !answered.has(method));

function refusalOf({ parent, name }: DescMethod): string {
  return `${parent.typeName}.${name} is answered by the write tier; this is a reader`;
}

describe.each([
  ['that anybody may call', {}],
  // Whoever asks at the wrong door hears so before it is asked who it is.
  ['that wants to know who calls', authEnv],
])('a reader %s', (_, both) => {
  const { reader } = useTiers({ both });

  test('there are RPCs of the other tier: management, transfer, authentication and what the dashboard asks', () => {
    expect(elsewhere.length).toBeGreaterThan(45);
    const packages = new Set(elsewhere.map(({ parent }) => parent.file.proto.package));
    expect([...packages].sort()).toEqual([
      'flipt',
      'flipt.analytics',
      'flipt.auth',
      'pennon.analytics',
      'pennon.audit',
      'pennon.changes',
      'pennon.dashboard',
      'pennon.explain',
      'pennon.looks',
      'pennon.saved',
      'pennon.transfer',
    ]);
  });

  test.each(
    routesOf(allServices)
      .filter(({ method }) => !answered.has(method))
      .map((route) => [`${route.verb} ${route.pattern}`, route] as const),
  )('names the write tier over HTTP: %s', async (_, { method, verb, path, hasBody }) => {
    const answer = await reader.send({ verb, path, ...(hasBody && { body: '{"key": "a"}' }) });
    expect(outcomeOf(answer)).toEqual({
      ...notFound(''),
      json: { code: status.UNIMPLEMENTED, message: refusalOf(method), details: DETAILS_OF_THE_CALL },
    });
  });

  test.each(elsewhere.map((method) => [nameOf(method), method] as const))(
    'names the write tier over gRPC: %s',
    async (_, method) => {
      const client = new GrpcClient(reader.grpcAddress);
      const { code, details } = await client.sendMessage(method, create(method.input));
      client.close();
      expect([code, details]).toEqual([status.UNIMPLEMENTED, refusalOf(method)]);
    },
  );

  test('has logged neither warning nor error about all this', () => {
    expect([...reader.logged('WARN'), ...reader.logged('ERROR')]).toEqual([]);
  });
});

describe('what a reader says of itself', () => {
  const { reader } = useTiers();

  test('a path that no tier has is unknown, as everywhere', async () => {
    expect(outcomeOf(await reader.send({ path: '/api/v1/nowhere' }))).toEqual(notFound('Not Found'));
    expect((await reader.send({ path: '/nowhere' })).body.toString()).toBe('404 page not found\n');
  });

  test('reflection tells of the services that it answers', async () => {
    const client = new ReflectionClient(reader.grpcAddress, 'v1');
    const { list_services_response: list } = await client.ask({ list_services: '*' });
    client.close();
    const names = list?.service.map(({ name }) => name) ?? [];
    expect(names.filter((name) => !name.startsWith('grpc.reflection.')).sort()).toEqual([
      'flipt.Flipt',
      'flipt.evaluation.DataService',
      'flipt.evaluation.EvaluationService',
      'flipt.meta.MetadataService',
      'flipt.ofrep.OFREPService',
      'grpc.health.v1.Health',
      'pennon.reference.ReferenceService',
    ]);
  });

  test.each([
    ['', { status: 'SERVING' }],
    ['flipt.evaluation.EvaluationService', { status: 'SERVING' }],
    ['flipt.ofrep.OFREPService', { status: 'SERVING' }],
    ['flipt.auth.AuthenticationService', { code: status.NOT_FOUND, details: 'unknown service' }],
  ])('the health of %p is %p', async (service, health) => {
    const client = new GrpcHealthClient(reader.grpcAddress);
    expect(await client.check(service)).toEqual(health);
    client.close();
  });
});
