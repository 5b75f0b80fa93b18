import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authEnv } from '../../support/auth-server';
import { addFlag } from '../../support/flags';
import { allServices } from '../../support/all-services';
import { routesOf } from '../../support/rpc-routes';
import { useServer, type SharedServer } from '../../support/use-server';
import { useTiers } from '../../support/use-tiers';
import { useWorkers } from '../../support/use-workers';
import { documentOf, operationsOf, type OpenApiDocument } from './document';

/** Parameters of paths go by their names in JSON. */
function inCamelCase(pattern: string): string {
  return pattern.replaceAll(/_([a-z])(?=[a-z_]*\})/g, (_, letter: string) => letter.toUpperCase());
}

/** The routes of all RPCs that a server answers, as those who ask find out. */
async function answeredBy(server: SharedServer): Promise<readonly string[]> {
  const answered: string[] = [];
  for (const { verb, pattern, path, hasBody } of routesOf(allServices)) {
    const { body } = await server.send({ verb, path, ...(hasBody && { body: '{}' }) });
    if (!/is answered by the (read|write) tier|is not offered here|"Not Found"/.test(body.toString()))
      answered.push(`${verb} ${inCamelCase(pattern)}`);
  }
  return answered;
}

const plain = ['GET /health', 'GET /health/ready', 'GET /health/live', 'GET /metrics'];

describe.each(['writer', 'reader'] as const)('the document of a %s', (tier) => {
  const server = useTiers()[tier];

  test('is valid', async () => {
    const file = join(server.directory, 'openapi.json');
    writeFileSync(file, (await server.send({ path: '/openapi.json' })).body);
    expect(() => execFileSync('node_modules/.bin/validate-api', [file], { stdio: 'pipe' })).not.toThrow();
  });

  test('has every route that is answered, and no other', async () => {
    const document = await documentOf(server);
    expect([...operationsOf(document)].sort()).toEqual([...(await answeredBy(server)), ...plain].sort());
  });

  test('names every operation once', async () => {
    const { paths } = await documentOf(server);
    const names = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('has every parameter of its paths, and asks for them', async () => {
    for (const [path, operations] of Object.entries((await documentOf(server)).paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(operations)) {
        const given = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        expect(given).toEqual(wanted);
      }
    }
  });
});

describe('the document', () => {
  const server = useServer();

  test('says what proto/ says', async () => {
    const { paths } = await documentOf(server);
    expect(paths['/evaluate/v1/boolean']?.post).toMatchObject({
      operationId: 'EvaluationService_Boolean',
      summary: 'Boolean',
      description: 'Evaluates a boolean flag; a variant flag is an invalid argument.',
    });
    expect(paths['/api/v1/flags/{key}']?.get?.description).toMatch(
      /The same as `GET \/api\/v1\/namespaces\/\{namespaceKey\}\/flags\/\{key\}`\.$/,
    );
  });

  test('takes from a body what the path gives', async () => {
    const { paths } = await documentOf(server);
    const create = paths['/api/v1/namespaces/{namespaceKey}/flags']?.post;
    const body = create?.requestBody?.content['application/json']?.schema;
    expect(body).not.toHaveProperty('properties.namespaceKey');
    expect(body).toMatchObject({ properties: { type: { $ref: '#/components/schemas/flipt.FlagType' } } });
  });

  test('says that calls of Pennon refuse unknown members, and that those of Flipt and all answers may have more', async () => {
    const { paths, components } = await documentOf(server);
    const { schemas } = components;
    const bodyOf = (verb: string, path: string): object => {
      const { schema } = paths[path]?.[verb]?.requestBody?.content['application/json'] ?? {};
      return schema ?? {};
    };
    const changes = '/api/v1/namespaces/{namespaceKey}/changes';
    for (const body of [
      bodyOf('post', changes),
      bodyOf('put', `${changes}/{id}`),
      bodyOf('post', `${changes}/{id}/apply`),
      bodyOf('post', '/api/v1/namespaces/{namespaceKey}/document'),
      schemas['pennon.changes.When'],
      schemas['pennon.changes.Policy.Request'],
    ])
      expect(body).toMatchObject({ type: 'object', additionalProperties: false });
    for (const open of [
      bodyOf('post', '/api/v1/namespaces/{namespaceKey}/flags'),
      schemas['pennon.explain.ExplainRequest'],
      schemas['pennon.changes.Change'],
      schemas['pennon.changes.Policy'],
    ]) {
      expect(open).toHaveProperty('properties');
      expect(open).not.toHaveProperty('additionalProperties');
    }
  });

  test('has objects with all their members as the choices of a body, for those who generate clients of it', async () => {
    const { paths, components } = await documentOf(server);
    const bodies = Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(
        ({ requestBody }) => requestBody?.content['application/json']?.schema ?? [],
      ),
    );
    const choices = [...bodies, ...Object.values(components.schemas)].flatMap((schema) => {
      const { oneOf = [], anyOf = [] } = schema as Record<'oneOf' | 'anyOf', readonly object[] | undefined>;
      return [...oneOf, ...anyOf];
    });
    expect(choices.length).toBeGreaterThan(20);
    for (const choice of choices)
      expect(choice).toMatchObject({ type: 'object', properties: expect.anything() });
    const { requestBody } = paths['/api/v1/namespaces/{namespaceKey}/changes']?.post ?? {};
    const { oneOf: [ofDocument] = [] } = (requestBody?.content['application/json']?.schema ?? {}) as {
      readonly oneOf?: readonly { readonly properties: object }[];
    };
    expect(Object.keys(ofDocument?.properties ?? {})).toEqual(
      expect.arrayContaining(['document', 'message', 'when']),
    );
    expect(ofDocument).not.toHaveProperty('properties.restore');
  });

  test('has the answers without a body, to callers who hold them, where there are some', async () => {
    const document = await documentOf(server);
    const bulk = JSON.stringify({ context: { targetingKey: 'me' } });
    const asked = new Map([
      [
        'GET /internal/v1/evaluation/snapshot/namespace/{key}',
        { path: '/internal/v1/evaluation/snapshot/namespace/default' },
      ],
      ['POST /ofrep/v1/evaluate/flags', { path: '/ofrep/v1/evaluate/flags', body: bulk }],
    ]);
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses }]) => '304' in responses)
        .map(([verb, { parameters = [] }]) => {
          expect(parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
          return `${verb.toUpperCase()} ${path}`;
        }),
    );
    expect(described.sort()).toEqual([...asked.keys()].sort());
    // A namespace in which nothing was ever changed has nothing to hold.
    await addFlag(server, { key: 'beta' });
    for (const [operation, request] of asked) {
      const { headers } = await server.send(request);
      const again = await server.send({ ...request, headers: { 'If-None-Match': headers.etag ?? '' } });
      expect([operation, again.status, again.body.length]).toEqual([operation, 304, 0]);
    }
  });

  test('asks for nothing of whom the server asks for nothing', async () => {
    expect((await documentOf(server)).security[0]).toEqual({});
  });

  test('is named by its content, and not sent twice', async () => {
    const { status, headers } = await server.send({ path: '/openapi.json' });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json',
      'no-cache',
    ]);
    const again = await server.send({
      path: '/openapi.json',
      headers: { 'If-None-Match': headers.etag ?? '' },
    });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, headers.etag, 0]);
  });
});

describe('a server of several workers', () => {
  const workers = useWorkers(() => ({ env: { PENNON_SERVER_WORKERS: '2' } }));

  test('has one document, whichever of them is asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => workers.api.send({ path: '/openapi.json' })),
    );
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(answers[0]?.headers.etag).toMatch(/^W\/"/);
    expect(operationsOf(JSON.parse(String(answers[0]?.body)) as OpenApiDocument)).toContain(
      'POST /api/v1/namespaces/{namespaceKey}/flags',
    );
  });
});

describe('a server that wants to know who calls', () => {
  const server = useServer(authEnv);

  test('shows the document to anybody, and says what takes no credential', async () => {
    const { paths, security } = await documentOf(server);
    expect(security).toEqual([{ clientToken: [] }, { session: [] }]);
    expect(paths['/openapi.json']?.get?.security).toEqual([]);
    expect(paths['/auth/v1/method']?.get?.security).toEqual([]);
    expect(paths['/health']?.get?.security).toEqual([]);
    expect(paths['/meta/info']?.get).not.toHaveProperty('security');
    expect(paths['/api/v1/flags']?.get).not.toHaveProperty('security');
  });
});
