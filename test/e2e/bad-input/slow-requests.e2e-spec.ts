import { RawSocket } from '../../support/raw-socket';
import { useServer } from '../../support/use-server';

const server = useServer({ PENNON_SERVER_READ_TIMEOUT: '500ms' });

const head = 'POST /evaluate/v1/boolean HTTP/1.1\r\nHost: pennon\r\nContent-Length: 100\r\n';

/** Less than the half a minute after which Node looks at such connections unless it is told to. */
const SOON_MS = 15_000;

test.each([
  ['nothing at all', ''],
  ['a part of the headers', head],
  ['a part of the body', `${head}\r\n{`],
])(
  'who sends %s within server.read_timeout is answered 408, and soon',
  async (_, bytes) => {
    const socket = await RawSocket.open(server.url);
    if (bytes !== '') socket.write(bytes);
    await socket.receives(/^HTTP\/1\.1 408 /);
    await socket.closed();
  },
  SOON_MS,
);

test(
  'who goes on with a byte now and then has no longer',
  async () => {
    const socket = await RawSocket.open(server.url);
    socket.write(`${head}\r\n`);
    const drip = setInterval(() => {
      socket.write(' ');
    }, 100);
    await socket.receives(/^HTTP\/1\.1 408 /).finally(() => {
      clearInterval(drip);
    });
    await socket.closed();
  },
  SOON_MS,
);
