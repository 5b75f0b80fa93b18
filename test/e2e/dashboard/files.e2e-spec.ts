import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { authEnv } from '../../support/auth-server';
import { type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';
import { useServer, type SharedServer } from '../../support/use-server';
import { useTiers } from '../../support/use-tiers';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; manifest-src 'self'; worker-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const notFound = [404, '404 page not found\n'];

function told({ status, body }: Answer): readonly unknown[] {
  return [status, body.toString()];
}

/** The path of the script that the page begins with. */
async function entryOf(server: Pick<SharedServer, 'send'>): Promise<string> {
  const { body } = await server.send({ path: '/' });
  const [, path] = /src="\.(\/assets\/[^"]+\.js)"/.exec(body.toString()) ?? [];
  if (path === undefined) throw new Error('the page has no script');
  return path;
}

onServer((server) => {
  test.each(['/', '/index.html'])(
    'the page is asked for each time, and named by its content: %s',
    async (path) => {
      const { status, headers, body } = await server.send({ path });
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(body.toString()).toContain('<title>Pennon</title>');
      const held = { 'If-None-Match': headers.etag ?? '' };
      const again = await server.send({ path, headers: held });
      expect(told(again)).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
    },
  );

  test('every file has the headers of the page', async () => {
    for (const path of ['/', '/theme.js', '/favicon.svg', await entryOf(server)]) {
      const { status, headers } = await server.send({ path });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringMatching(/^clipboard-write=\(self\), ([a-z-]+=\(\)(, |$))+$/),
        vary: 'Accept-Encoding',
      });
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  test('what is named by its content is never asked for again', async () => {
    const { headers } = await server.send({ path: await entryOf(server) });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('files are sent compressed to whoever takes that', async () => {
    const path = await entryOf(server);
    const plain = await server.send({ path });
    const inForm = async (accepted: string): Promise<Answer> =>
      server.send({ path, headers: { 'Accept-Encoding': accepted } });
    const [brotli, gzip, other] = [await inForm('gzip, br'), await inForm('gzip'), await inForm('zstd')];
    const forms = [plain, brotli, gzip, other].map(({ headers }) => headers['content-encoding']);
    expect(forms).toEqual([undefined, 'br', 'gzip', undefined]);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotli.body.byteLength).toBeLessThan(gzip.body.byteLength);
  });

  test('HEAD is GET without the body', async () => {
    const get = await server.send({ path: '/' });
    const head = await server.send({ verb: 'HEAD', path: '/' });
    expect(told(head)).toEqual([200, '']);
    const own = { date: '', 'x-request-id': '' };
    expect({ ...head.headers, ...own }).toEqual({ ...get.headers, ...own });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'a file can be read alone, and there is nothing to %s',
    async (verb) => {
      for (const path of ['/', '/theme.js']) {
        const { status, headers } = await server.send({ verb, path });
        expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      }
      expect(told(await server.send({ verb, path: '/none.js' }))).toEqual(notFound);
    },
  );

  test.each([
    ...['/assets', '/assets/', '/assets/none.js', '/theme.js/', '/index', '/flags', '/%2e%2e/package.json'],
    ...['/assets/..%2findex.html', '/.vite/manifest.json', '/manifest.json', '/src/main.tsx', '/favicon.ico'],
  ])('what is no file is no page either: %s', async (path) => {
    expect(told(await server.send({ path }))).toEqual(notFound);
  });

  test('there is no map of the sources', async () => {
    const path = await entryOf(server);
    expect(told(await server.send({ path: `${path}.map` }))).toEqual(notFound);
    expect((await server.send({ path })).body.toString()).not.toContain('sourceMappingURL');
  });

  test('the API stands before the files', async () => {
    expect((await server.send({ path: '/api/v1/namespaces' })).headers['content-type']).toBe(
      'application/json',
    );
    expect(told(await server.send({ path: '/meta' }))[0]).toBe(404);
  });
});

describe('a server that wants to know who calls', () => {
  const server = useServer(authEnv);

  test('gives the page to anybody, and nothing of the API', async () => {
    expect((await server.send({ path: '/' })).status).toBe(200);
    expect((await server.send({ path: await entryOf(server) })).status).toBe(200);
    expect((await server.send({ path: '/internal/v1/ui/capabilities' })).status).toBe(401);
  });
});

describe('a server whose dashboard is switched off', () => {
  const server = useServer({ PENNON_UI_ENABLED: 'false' });

  test('has no page, and does not tell what a page could do', async () => {
    expect(told(await server.send({ path: '/' }))).toEqual(notFound);
    expect(told(await server.send({ path: '/theme.js' }))).toEqual(notFound);
    expect((await server.send({ path: '/internal/v1/ui/capabilities' })).status).toBe(501);
  });
});

describe('two tiers', () => {
  const { writer, reader } = useTiers();

  test('the writer serves the dashboard, the reader does not', async () => {
    expect((await writer.send({ path: '/' })).status).toBe(200);
    expect(told(await reader.send({ path: '/' }))).toEqual(notFound);
  });
});
