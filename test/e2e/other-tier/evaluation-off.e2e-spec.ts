import { errorDetailsOf } from '../../support/outcome';
import { status } from '@grpc/grpc-js';
import { create, type DescMethod } from '@bufbuild/protobuf';
import { flipt, fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { addFlag } from '../../support/flags';
import { GrpcClient } from '../../support/grpc-client';
import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { allServices } from '../../support/all-services';
import { nameOf, routesOf } from '../../support/rpc-routes';

// oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and served all the same
const { evaluate, batchEvaluate } = flipt.Flipt.method;

/** All that the read tier answers in place of this writer. */
const elsewhere: readonly DescMethod[] = [
  ...fliptEvaluation.EvaluationService.methods,
  ...fliptEvaluation.DataService.methods,
  ...fliptOfrep.OFREPService.methods,
  evaluate,
  batchEvaluate,
];

function refusalOf({ parent, name }: DescMethod): string {
  return `${parent.typeName}.${name} is answered by the read tier; this is a writer`;
}

/** The body of the refusal; OFREP has a form of its own. */
function bodyOf(method: DescMethod): object {
  const message = refusalOf(method);
  return method.parent === fliptOfrep.OFREPService
    ? { errorCode: 'GENERAL', errorDetails: message }
    : { code: status.UNIMPLEMENTED, message, details: errorDetailsOf(method) };
}

onServer(
  (writer) => {
    test.each(
      routesOf(allServices)
        .filter(({ method }) => elsewhere.includes(method))
        .map((route) => [`${route.verb} ${route.pattern}`, route] as const),
    )('evaluation is switched off over HTTP: %s', async (_, { method, verb, path, hasBody }) => {
      const answer = await writer.send({ verb, path, ...(hasBody && { body: '{"flagKey": "a"}' }) });
      expect([answer.status, jsonOf(answer)]).toEqual([404, bodyOf(method)]);
    });

    test.each(elsewhere.map((method) => [nameOf(method), method] as const))(
      'evaluation is switched off over gRPC: %s',
      async (_, method) => {
        const client = new GrpcClient(writer.grpcAddress);
        const { code, details } = await client.sendMessage(method, create(method.input));
        client.close();
        expect([code, details]).toEqual([status.UNIMPLEMENTED, refusalOf(method)]);
      },
    );

    test('flags can be managed', async () => {
      await addFlag(writer, { key: 'colour' });
      const answer = await writer.send({ path: '/api/v1/namespaces/default/flags/colour' });
      expect(jsonOf(answer)).toMatchObject({ key: 'colour' });
    });
  },
  { PENNON_EVALUATION_ENABLED: 'false' },
);
