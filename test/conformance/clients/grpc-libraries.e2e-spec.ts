import { GrpcRawConnection } from '../../support/grpc-raw-connection';
import { useServer } from '../../support/use-server';
import { replay } from '../replay';
import { readScenarios } from '../scenario';
import { GrpcApi } from '../grpc/grpc-api';
import { grpcLibraries, LibraryClient } from './grpc-libraries';

/** Each kind of call is in one of them: reads, writes, evaluations, errors, snapshots that did not change. */
const names = ['evaluate-batch', 'evaluate-boolean', 'evaluate-errors', 'flags', 'ofrep', 'snapshot'];

const server = useServer();
const scenarios = readScenarios().filter(({ name }) => names.includes(name));

test.each(grpcLibraries)('$name: what it sends is answered as the reference server did', async (library) => {
  const connection = await GrpcRawConnection.open(server.grpcAddress);
  const api = new GrpcApi(new LibraryClient(library, connection), server);
  for (const scenario of scenarios) {
    expect(await replay(api, scenario)).toStrictEqual(scenario.answers);
  }
  connection.close();
});
