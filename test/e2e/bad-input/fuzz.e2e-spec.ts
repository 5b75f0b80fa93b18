import { errorDetailsOf, methodOf } from '../../support/outcome';
import '../../support/property-seed';
import fc from 'fast-check';
import { jsonOf, type Answer, type Request } from '../../support/http';
import { onServerAndWorkers } from '../../support/on-server';
import { runs } from '../../support/size';
import { bodyRoutes } from './routes';

/** How often each property is tried. */
const RUNS = runs(300);

/** Members that mean something on one of the routes, so that random bodies get further than the decoder. */
const memberNames = fc.constantFrom(
  ...['key', 'name', 'enabled', 'type', 'metadata', 'description', 'defaultVariantId', 'namespaceKey'],
  ...['flagKey', 'flag_key', 'entityId', 'context', 'requestId', 'requests', 'reference', '__proto__'],
);

const names = fc.oneof(memberNames, fc.string());

/** Any value of JSON, with members that are known here and there. */
const { json: jsonValues } = fc.letrec<{ json: unknown }>((value) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, '', 'default', 'VARIANT_FLAG_TYPE', 0, 1, -1, 1e308, 2 ** 31),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(value('json'), { maxLength: 4 }),
    fc.dictionary(names, value('json'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

const objects = fc.dictionary(memberNames, jsonValues, { noNullPrototype: true });
const routes = fc.constantFrom(...bodyRoutes);

const randomBytes = fc.record({ route: routes, body: fc.uint8Array({ maxLength: 200 }) });
const randomJson = fc.record({ route: routes, body: fc.oneof(jsonValues, objects).map(toJson) });

/** JSON as a client would write it, but with some bytes replaced, added or left out. */
const damagedJson = fc
  .record({ route: routes, value: objects, at: fc.nat(300), bytes: fc.uint8Array({ maxLength: 4 }) })
  .map(({ route, value, at, bytes }) => {
    const text = Buffer.from(toJson(value));
    return { route, body: Buffer.concat([text.subarray(0, at), bytes, text.subarray(at + 1)]) };
  });

const awkwardSegments = [
  'flags',
  'rules',
  'order',
  '..',
  '.',
  '',
  '%2e',
  '%2F',
  '%00',
  '%zz',
  '%',
  '__proto__',
];

/** Paths below the API and outside, with anything a request line may hold. */
const randomPaths = fc
  .record({
    prefix: fc.constantFrom('/', '/api/v1/', '/api/v1/namespaces/default/flags/', '/evaluate/v1/', '/meta/'),
    segments: fc.array(
      fc.oneof(fc.constantFrom(...awkwardSegments), fc.webSegment(), fc.string().map(encodeURIComponent)),
      { maxLength: 6 },
    ),
    query: fc.option(fc.webQueryParameters()),
  })
  .map(({ prefix, segments, query }) => `${prefix}${segments.join('/')}${query === null ? '' : `?${query}`}`);

const verbs = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');

function toJson(value: unknown): string {
  return JSON.stringify(value);
}

/** Success, or an error of the API; the only status of the server's own is that for a wrong verb. */
function expectContract(answer: Answer): void {
  const { status, headers } = answer;
  if (headers['content-type'] === 'text/plain; charset=utf-8') {
    expect([status, answer.body.toString()]).toEqual([404, '404 page not found\n']);
    return;
  }
  if (headers['content-type'] === 'text/html; charset=utf-8') {
    // A path may be that of the dashboard.
    expect([status, answer.body.toString()]).toEqual([200, expect.stringContaining('<title>Pennon</title>')]);
    return;
  }
  if (status === 204) {
    // OPTIONS of a path that exists.
    expect(headers.allow).toMatch(/OPTIONS$/);
    return;
  }
  expect(headers['content-type']).toBe('application/json');
  expect([200, 400, 404, 405, 501]).toContain(status);
  if (status === 200) return;
  const code = { 400: 3, 404: 5, 405: 12, 501: 12 }[status];
  const details = errorDetailsOf(methodOf(answer.asked));
  expect(jsonOf(answer)).toEqual({ code, message: expect.stringMatching(/./), details });
}

onServerAndWorkers((server) => {
  async function everyAnswerIsOfTheContract(requests: fc.Arbitrary<Request>): Promise<void> {
    const property = fc.asyncProperty(requests, async (request) => {
      expectContract(await server.send(request));
    });
    await fc.assert(property, { numRuns: RUNS });
  }

  test.each([
    ['random bytes', randomBytes],
    ['random JSON', randomJson],
    ['damaged JSON', damagedJson],
  ])('%s as a body are answered as they should be', async (_, bodies) => {
    const requests = bodies.map(({ route: { verb, path }, body }) => ({ verb, path, body }));
    await everyAnswerIsOfTheContract(requests);
  });

  test('random paths and verbs are answered as they should be', async () => {
    await everyAnswerIsOfTheContract(fc.record({ verb: verbs, path: randomPaths }));
  });
});
