import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { OverdueError, withinTime } from './time-limit';

const LIMIT_MS = 500;

/** Has this process stand still, as it does when others have the processor. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** A service in another process, which answers each line at once. */
async function echoService(): Promise<{ readonly port: number; readonly end: () => Promise<void> }> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(
    `const { createServer } = require('node:net');
     const { parentPort } = require('node:worker_threads');
     const server = createServer((socket) => socket.pipe(socket));
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  return { port, end: async () => void (await worker.terminate()) };
}

describe('what has arrived while the process stood still', () => {
  it('is not thrown away because a timer runs first, also when it takes another question', async () => {
    const { port, end } = await echoService();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const ask = async (): Promise<string> => {
      socket.write('question\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString();
    };
    const twice = async (): Promise<string> => (await ask()) + (await ask());
    const answered = withinTime(LIMIT_MS, 'the answer', twice());
    // The question is on its way before.
    await new Promise((resolve) => setTimeout(resolve, LIMIT_MS / 4));
    const again = withinTime(LIMIT_MS, 'the answer', twice());
    standStill(2 * LIMIT_MS);
    expect(await answered).toBe('question\nquestion\n');
    expect(await again).toBe('question\nquestion\n');
    socket.destroy();
    await end();
  });

  it('is waited for no longer when there is nothing', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const answered = withinTime(LIMIT_MS, 'the answer', once(socket, 'data'));
    standStill(2 * LIMIT_MS);
    await expect(answered).rejects.toThrow(OverdueError);
    socket.destroy();
    server.close();
  });
});

describe('work of this process, which gets a tenth of a processor', () => {
  it('has as much time as if it had a whole one', async () => {
    let turns = 0;
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    // The work takes more turns than there are in the limit by the clock, but not in a tenth of it.
    const starving = setInterval(() => {
      if (++turns > 2.5 * (LIMIT_MS / 100)) finish();
      else standStill(90);
    }, 10);
    await withinTime(LIMIT_MS, 'the work', work);
    clearInterval(starving);
  });

  it('is given up when it does not come to an end', async () => {
    const starving = setInterval(() => {
      standStill(90);
    }, 10);
    const never = withinTime(LIMIT_MS / 10, 'the work', new Promise(() => undefined));
    await expect(never).rejects.toThrow(OverdueError);
    clearInterval(starving);
  });
});
