import { apiAt } from '../../support/http';
import { notFound, outcomeOf } from '../../support/outcome';
import { startServer } from '../../support/server';
import { useServer } from '../../support/use-server';

const server = useServer();

test.each(['/health', '/health?service=', '/health?colour=red'])(
  'a running instance is SERVING: %s',
  async (path) => {
    const { status, headers, body } = await server.send({ path });
    expect([status, headers['content-type'], body.toString()]).toEqual([
      200,
      'application/json',
      '{"status":"SERVING"}\n',
    ]);
  },
);

test.each(['/health?service=x', '/health?service=a&service=b'])(
  'nothing but the whole instance has a health: %s',
  async (path) => {
    expect(outcomeOf(await server.send({ path }))).toEqual(notFound('unknown service'));
  },
);

test.each([
  ['/health', '0', { status: 'SERVING' }],
  [
    '/health/ready',
    '0',
    {
      status: 'SERVING',
      parts: { snapshots: { state: 'up', ageMs: 0 }, database: { state: 'up' }, writes: { state: 'up' } },
    },
  ],
  ['/health/live', undefined, { status: 'SERVING' }],
])(
  'a probe may ask more closely, and is told the age of snapshots where that matters: %s',
  async (path, age, expected) => {
    const { status, headers, body } = await server.send({ path });
    expect([status, JSON.parse(body.toString()), headers['x-pennon-age-ms']]).toEqual([200, expected, age]);
  },
);

test.each(['/health/', '/HEALTH', '/healthz', '/health/live/', '/health/Ready', '/health/colour'])(
  'there is no other path: %s',
  async (path) => {
    const { status, body } = await server.send({ path });
    expect([status, body.toString()]).toEqual([404, '404 page not found\n']);
  },
);

test('a probe leaves no line in the log', async () => {
  const probed = await startServer();
  await apiAt(probed.url).send({ path: '/health' });
  // Whatever it had to say of the probe it has said when it has ended.
  await probed.stop();
  expect(probed.output()).not.toContain('/health');
});
