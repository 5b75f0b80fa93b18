import { useGrpcClient } from '../../support/grpc-use-client';
import { useServer } from '../../support/use-server';
import { replay } from '../replay';
import { readScenarios } from '../scenario';
import { type Uncallable } from './call-of-request';
import { GrpcApi } from './grpc-api';

/** How many steps of each scenario have no counterpart over gRPC, and why; all others go over gRPC. */
const notOverGrpc: Readonly<Record<string, Readonly<Partial<Record<Uncallable, number>>>>> = {
  'evaluate-errors': {
    'a body that is not JSON': 1,
    'a route or verb that there is not': 2,
    'a value of a type that the field does not have': 1,
  },
  flags: {
    'a body that is not JSON': 1,
    'a value of a type that the field does not have': 4,
  },
  ofrep: {
    'a body that is not JSON': 1,
    'a value of a type that the field does not have': 1,
  },
  pagination: {
    'a query that cannot be read': 1,
  },
};

const server = useServer();
const client = useGrpcClient(server);

test.each(readScenarios())('$name: the same messages and errors as by HTTP', async (scenario) => {
  const api = new GrpcApi(client(), server);
  expect(await replay(api, scenario)).toStrictEqual(scenario.answers);
  expect(countsOf(api.sentByHttp)).toEqual(notOverGrpc[scenario.name] ?? {});
});

test('nothing of this was an error of the server', () => {
  expect(server.logged('ERROR')).toEqual([]);
});

function countsOf(reasons: readonly Uncallable[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
