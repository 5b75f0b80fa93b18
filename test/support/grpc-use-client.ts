import { type ChannelOptions } from '@grpc/grpc-js';
import { GrpcClient } from './grpc-client';
import { type SharedServer } from './use-server';

/** Gives every test of the surrounding `describe` a client of its own; call it after `useServer`. */
export function useGrpcClient(server: SharedServer, options: ChannelOptions = {}): () => GrpcClient {
  let client: GrpcClient;
  beforeEach(() => {
    client = new GrpcClient(server.grpcAddress, options);
  });
  afterEach(() => {
    client.close();
  });
  return () => client;
}
