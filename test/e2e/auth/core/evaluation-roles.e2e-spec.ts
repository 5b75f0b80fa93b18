import { fliptEvaluation, fliptOfrep } from '@pennon/proto';
import { useAuthServer } from '../../../support/auth-server';
import { addFlag } from '../../../support/flags';
import { jsonOf, jsonRequest, type Request } from '../../../support/http';

const server = useAuthServer({
  PENNON_AUTHORIZATION_REQUIRED: 'true',
  PENNON_AUTHORIZATION_EVALUATION: 'true',
});

const tokens = new Map<string, string>();

beforeAll(async () => {
  await server.as().send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'Shop' }));
  await addFlag(server.as(), { key: 'on', type: 'BOOLEAN_FLAG_TYPE', enabled: true });
  await server.as().send(
    jsonRequest('POST', '/api/v1/namespaces/shop/flags', {
      key: 'on',
      name: 'On',
      type: 'BOOLEAN_FLAG_TYPE',
      enabled: true,
    }),
  );
  for (const role of ['', 'viewer', 'shop:viewer', 'shop:viewer, default:viewer']) {
    const metadata = role === '' ? {} : { 'io.service.auth.role': role };
    tokens.set(role, (await server.issue({ metadata })).clientToken);
  }
});

const item = (namespaceKey: string) => ({ namespaceKey, flagKey: 'on', entityId: 'e' });

/** The same question by every path that evaluates, about a namespace. */
const questions: readonly (readonly [string, (namespaceKey: string) => Request])[] = [
  ['boolean', (namespaceKey) => jsonRequest('POST', '/evaluate/v1/boolean', item(namespaceKey))],
  ['batch', (namespaceKey) => jsonRequest('POST', '/evaluate/v1/batch', { requests: [item(namespaceKey)] })],
  [
    'legacy',
    (namespaceKey) =>
      jsonRequest('POST', `/api/v1/namespaces/${namespaceKey}/batch-evaluate`, { requests: [] }),
  ],
  ['OFREP', (namespaceKey) => ofrep('/on', namespaceKey)],
  ['OFREP, all flags', (namespaceKey) => ofrep('', namespaceKey)],
];

function ofrep(flag: string, namespaceKey: string): Request {
  return {
    ...jsonRequest('POST', `/ofrep/v1/evaluate/flags${flag}`, { context: { targetingKey: 'e' } }),
    headers: { 'X-Flipt-Namespace': namespaceKey },
  };
}

describe('with authorization.evaluation', () => {
  describe.each(questions)('by %s', (_, question) => {
    test.each([
      ['', 403, 403],
      ['viewer', 200, 200],
      ['shop:viewer', 403, 200],
      ['shop:viewer, default:viewer', 200, 200],
    ])('the role %j may evaluate in default: %d, in shop: %d', async (role, inDefault, inShop) => {
      const api = server.as(tokens.get(role));
      const answers = [await api.send(question('default')), await api.send(question('shop'))];
      expect(answers.map(({ status }) => status)).toEqual([inDefault, inShop]);
    });
  });

  test('a batch takes the right to read in every namespace it names, and says in which it is missing', async () => {
    const request = jsonRequest('POST', '/evaluate/v1/batch', { requests: [item('shop'), item('')] });
    expect((await server.as(tokens.get('shop:viewer, default:viewer')).send(request)).status).toBe(200);
    const refused = await server.as(tokens.get('shop:viewer')).send(request);
    expect(jsonOf(refused)).toEqual({
      code: 7,
      message: 'permission denied: role "shop:viewer" may not read flags in namespace "default"',
      details: [],
    });
  });

  test('holds by gRPC, too', async () => {
    const { boolean } = fliptEvaluation.EvaluationService.method;
    const { evaluateBulk } = fliptOfrep.OFREPService.method;
    const token = tokens.get('shop:viewer');
    expect(await server.grpc(boolean, item('shop'), token)).toMatchObject({ code: 0 });
    expect(await server.grpc(boolean, item('default'), token)).toMatchObject({ code: 7 });
    expect(await server.grpc(evaluateBulk, {}, token)).toMatchObject({ code: 7 });
  });

  test('leaves the configuration of OFREP to every caller who is known', async () => {
    const answer = await server.as(tokens.get('')).send({ path: '/ofrep/v1/configuration' });
    expect(answer.status).toBe(200);
  });
});
