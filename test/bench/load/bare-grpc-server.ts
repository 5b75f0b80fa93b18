import { Server, ServerCredentials, type handleUnaryCall, type ServiceDefinition } from '@grpc/grpc-js';

/**
 * The yardstick of gRPC, a process of its own: plain grpc-js that decodes nothing and answers bytes of a given size.
 *
 * Its argument is a JSON object of sizes in bytes by path. Tells its parent the port, and ends with it.
 */
const sizes = JSON.parse(process.argv[2] ?? '{}') as Record<string, number>;

// Books about every call, which our server does without as well.
const server = new Server({ 'grpc.enable_channelz': 0 });
for (const [path, size] of Object.entries(sizes)) {
  server.addService(definitionOf(path), { answer: handlerOf(Buffer.alloc(size, 'x')) });
}
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.send?.(port);
});
process.once('disconnect', () => process.exit());

function handlerOf(answer: Buffer): handleUnaryCall<Buffer, Buffer> {
  return (_, callback) => {
    callback(null, answer);
  };
}

function definitionOf(path: string): ServiceDefinition {
  const same = (bytes: Buffer): Buffer => bytes;
  const serialisers = {
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  return { answer: { path, requestStream: false, responseStream: false, ...serialisers } };
}
