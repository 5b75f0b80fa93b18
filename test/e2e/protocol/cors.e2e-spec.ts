import { authEnv, bearing, BOOTSTRAP_TOKEN } from '../../support/auth-server';
import { addFlag } from '../../support/flags';
import { jsonRequest, type Answer, type Request } from '../../support/http';
import { onServer } from '../../support/on-server';
import { useServer } from '../../support/use-server';
import { useWorkers } from '../../support/use-workers';

const app = 'https://app.example';
const evaluation = '/evaluate/v1/boolean';
const snapshot = '/internal/v1/evaluation/snapshot/namespace/default';

/** What the client in JavaScript sends, and what OpenTelemetry adds in browsers. */
const clientHeaders =
  'authorization,baggage,if-none-match,traceparent,tracestate,x-flipt-accept-server-version,x-flipt-environment';

function preflight(origin: string, headers = clientHeaders, method = 'GET', path = snapshot): Request {
  return {
    verb: 'OPTIONS',
    path,
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      ...(headers !== '' && { 'Access-Control-Request-Headers': headers }),
    },
  };
}

/** What an answer tells browsers of other origins, but for what it depends on. */
function toldBy({ headers }: Answer): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
}

function variesBy({ headers }: Answer): readonly string[] {
  return (headers.vary ?? '').split(', ').filter((name) => name !== '');
}

onServer(
  (server) => {
    const api = bearing(server, BOOTSTRAP_TOKEN);
    const question = (headers = {}): Request => {
      const request = jsonRequest('POST', evaluation, { flagKey: 'banner', entityId: 'me', context: {} });
      return { ...request, headers: { ...request.headers, ...headers } };
    };

    beforeAll(async () => {
      await addFlag(api, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
    });

    test.each([
      [app, 'an origin that is named'],
      ['https://pr-7.preview.example', 'one that fits a pattern'],
    ])('a preflight of %s is answered before anybody shows anything: %s', async (origin) => {
      const answer = await server.send(preflight(origin));
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
      expect(toldBy(answer)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': clientHeaders,
        'access-control-max-age': '300',
      });
      expect(variesBy(answer)).toContain('Origin');
    });

    test.each<[string, Request]>([
      ['another origin', preflight('https://evil.example')],
      ['one that only looks like a pattern', preflight('https://evil.example/.preview.example')],
      ['none at all', preflight('null')],
      ['a header that is not allowed', preflight(app, 'x-other')],
      ['a verb that no route has', preflight(app, '', 'PATCH')],
    ])('a preflight of %s is told nothing, and that this depends on it', async (_, request) => {
      const answer = await server.send(request);
      expect([answer.status, toldBy(answer)]).toEqual([200, {}]);
      expect(variesBy(answer)).toContain('Origin');
    });

    test.each([evaluation, '/api/v1/namespaces', '/auth/v1/tokens/x', '/health'])(
      'a preflight for %s is answered',
      async (path) => {
        const answer = await server.send(preflight(app, 'Content-Type', 'POST', path));
        expect([answer.status, toldBy(answer)['access-control-allow-headers']]).toEqual([
          200,
          'Content-Type',
        ]);
      },
    );

    test('OPTIONS that is no preflight is answered as ever', async () => {
      const answer = await server.send({ verb: 'OPTIONS', path: snapshot, headers: { Origin: app } });
      expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, OPTIONS']);
    });

    test('an evaluation can be read by the page of that origin', async () => {
      const answer = await api.send(question({ Origin: app }));
      expect([answer.status, variesBy(answer)]).toEqual([200, ['Origin']]);
      expect(toldBy(answer)).toEqual({
        'access-control-allow-origin': app,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'Link, ETag, Retry-After, x-request-id, x-pennon-revision, x-pennon-revision-mark, x-pennon-age-ms',
      });
    });

    test('so can a refusal', async () => {
      const answer = await server.send(question({ Origin: app }));
      expect([answer.status, toldBy(answer)['access-control-allow-origin']]).toEqual([401, app]);
    });

    test('and a snapshot that the page holds already, whatever else the answer depends on', async () => {
      const { headers } = await api.send({ path: snapshot, headers: { Origin: app } });
      const again = { Origin: app, 'If-None-Match': headers.etag ?? '' };
      const answer = await api.send({ path: snapshot, headers: again });
      expect([answer.status, toldBy(answer)['access-control-allow-origin']]).toEqual([304, app]);
      expect(variesBy(answer)).toEqual(expect.arrayContaining(['Origin', 'Authorization', 'Cookie']));
    });

    test('another origin gets its answer, which its browser keeps from the page', async () => {
      const answer = await api.send(question({ Origin: 'https://evil.example' }));
      expect([answer.status, toldBy(answer), variesBy(answer)]).toEqual([200, {}, ['Origin']]);
    });

    test('who is no browser sees no difference but in what a cache may keep', async () => {
      const posted = await api.send(question());
      const got = await api.send({ path: snapshot });
      expect([toldBy(posted), variesBy(posted)]).toEqual([{}, []]);
      expect([toldBy(got), variesBy(got).includes('Origin')]).toEqual([{}, true]);
    });
  },
  {
    ...authEnv,
    PENNON_CORS_ENABLED: 'true',
    PENNON_CORS_ALLOWED_ORIGINS: `${app} https://*.preview.example`,
  },
);

describe('with every origin allowed', () => {
  const server = useServer({ PENNON_CORS_ENABLED: 'true', PENNON_CORS_ALLOWED_HEADERS: '*' });

  test('the answer names none, so that no browser sends cookies for one', async () => {
    const answer = await server.send({ path: '/api/v1/namespaces', headers: { Origin: app } });
    expect(toldBy(answer)['access-control-allow-origin']).toBe('*');
  });

  test('any header may be sent where all are allowed', async () => {
    const answer = await server.send(preflight(app, 'x-one, x-two'));
    expect(toldBy(answer)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'x-one, x-two',
    });
  });
});

describe('unless it is switched on', () => {
  const server = useServer({ PENNON_CORS_ALLOWED_ORIGINS: app });

  test('nothing is allowed, and nothing is told', async () => {
    const asked = await server.send(preflight(app));
    const answer = await server.send({ path: '/api/v1/namespaces', headers: { Origin: app } });
    expect([asked.status, toldBy(asked), toldBy(answer), answer.headers.vary]).toEqual([
      204,
      {},
      {},
      undefined,
    ]);
  });
});

describe('with several workers', () => {
  const workers = useWorkers(() => ({
    env: { PENNON_SERVER_WORKERS: '2', PENNON_CORS_ENABLED: 'true', PENNON_CORS_ALLOWED_ORIGINS: app },
  }));

  test('every answer tells it once, whichever worker the connection is with', async () => {
    const asked = Array.from({ length: 8 }, async () =>
      workers.api.send({ path: '/api/v1/namespaces', headers: { Origin: app } }),
    );
    for (const answer of await Promise.all(asked)) {
      expect([answer.status, toldBy(answer)['access-control-allow-origin'], variesBy(answer)]).toEqual([
        200,
        app,
        ['Origin'],
      ]);
    }
  });
});
