import { Server, ServerCredentials } from '@grpc/grpc-js';

/**
 * The yardstick of gRPC, a process of its own: plain grpc-js that decodes nothing and answers bytes of a given size.
 *
 * Its arguments are the size in bytes and the path. Tells its parent the port, and ends with it.
 */
const [, , size, path = ''] = process.argv;
const answer = Buffer.alloc(Number(size), 'x');
const same = (bytes: Buffer): Buffer => bytes;

// Books about every call, which our server does without as well.
const server = new Server({ 'grpc.enable_channelz': 0 });
const method = {
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
} as const;
server.addService(
  { method },
  {
    method(_: unknown, callback: (error: null, message: Buffer) => void) {
      callback(null, answer);
    },
  },
);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.send?.(port);
});
process.once('disconnect', () => process.exit());
