import '../../support/property-seed';
import { status } from '@grpc/grpc-js';
import fc from 'fast-check';
import { services } from '../../../apps/writer/src/services';
import { pathOf } from '../../support/grpc-client';
import { useGrpcClient } from '../../support/grpc-use-client';
import { sized } from '../../support/size';
import { useServer } from '../../support/use-server';
import { damagedMessages, randomMessages } from './random-messages';

/** How often each RPC is tried with each kind of bytes. */
const RUNS = sized({ small: 10, whole: 60 });

const methods = services
  .flatMap((service) => service.methods)
  .filter(({ methodKind }) => methodKind === 'unary')
  .map((method) => [pathOf(method), method] as const);

/**
 * What a caller may be told of a message; anything else would be the server's mistake. A random version of something is
 * another one than there is.
 */
const callersCodes = [status.OK, status.INVALID_ARGUMENT, status.NOT_FOUND, status.ABORTED];

const server = useServer({ PENNON_ANALYTICS_ENABLED: 'true' });
const client = useGrpcClient(server);

describe.each(methods)('%s', (path, { input }) => {
  test.each([
    ['random bytes', fc.uint8Array({ maxLength: 200 })],
    ['random messages', randomMessages(input)],
    ['damaged messages', damagedMessages(input)],
  ])('%s are answered as they should be', async (_, messages) => {
    const property = fc.asyncProperty(messages, async (bytes) => {
      const { code, details } = await client().send(path, bytes);
      expect(callersCodes).toContain(code);
      expect(details).not.toBe('');
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});

test('the process serves after all this, and has logged no error', async () => {
  const { body } = await server.send({ path: '/health' });
  expect(body.toString()).toBe('{"status":"SERVING"}\n');
  expect([...server.logged('WARN'), ...server.logged('ERROR')]).toEqual([]);
});
