import { InvalidArgumentError, MethodNotAllowedError, NotFoundError } from '@pennon/domain';
import {
  AuthenticationMethodKubernetesService,
  EvaluationService,
  Flipt,
  OFREPService,
  MetadataService,
} from '@pennon/proto';
import { RouteTable } from './route-table';

const routes = new RouteTable([Flipt, EvaluationService, MetadataService]);

/** The RPC a request reaches, with the values of its path parameters. */
function match(verb: string, path: string): object | undefined {
  const found = routes.match(verb, path);
  if (found === undefined) return undefined;
  const values = new Map(found.parameters.map(({ field, value }) => [field.name, value]));
  return { rpc: found.method.name, ...Object.fromEntries(values) };
}

/** What the table throws. */
function refusalOf(table: RouteTable, verb: string, path: string): unknown {
  try {
    return table.match(verb, path);
  } catch (error) {
    return error;
  }
}

describe('an empty segment', () => {
  it.each([
    ['GET', '/api/v1/namespaces//flags', { rpc: 'ListFlags', namespace_key: '' }],
    ['POST', '/api/v1/namespaces//flags', { rpc: 'CreateFlag', namespace_key: '' }],
    [
      'GET',
      '/api/v1/namespaces//flags//rules/i',
      { rpc: 'GetRule', namespace_key: '', flag_key: '', id: 'i' },
    ],
    ['POST', '/api/v1/flags//variants', { rpc: 'CreateVariant', flag_key: '' }],
    ['GET', '/api/v1/namespaces//', { rpc: 'GetNamespace', key: '' }],
    ['DELETE', '/api/v1/namespaces/n/flags//', { rpc: 'DeleteFlag', namespace_key: 'n', key: '' }],
  ])('is an empty parameter in %s %s', (verb, path, found) => {
    expect(match(verb, path)).toEqual(found);
  });

  it('at the end is a trailing slash first', () => {
    expect(match('GET', '/api/v1/flags/')).toEqual({ rpc: 'ListFlags' });
    expect(match('GET', '/api/v1/namespaces/')).toEqual({ rpc: 'ListNamespaces' });
  });
});

describe('percent-encoding', () => {
  it.each([
    ['a%20b', 'a b'],
    ['%C3%BC', 'ü'],
    ['a+b', 'a+b'],
    ['%3Fx%23y', '?x#y'],
    ['%2541', '%41'],
  ])('in the key %s means %s, decoded once', (encoded, key) => {
    expect(match('GET', `/api/v1/flags/${encoded}`)).toEqual({ rpc: 'GetFlag', key });
  });

  it('is decoded before the path is split, so an encoded slash divides segments', () => {
    expect(() => match('GET', '/api/v1/flags/a%2Fb')).toThrow(new NotFoundError('Not Found'));
    expect(match('GET', '/api/v1/flags/f%2Frules')).toEqual({ rpc: 'ListRules', flag_key: 'f' });
    expect(match('GET', '/api%2Fv1/flags/k')).toEqual({ rpc: 'GetFlag', key: 'k' });
  });

  it.each(['/api/v1/flags/%', '/api/v1/flags/%zz', '/api/v1/flags/%C3'])(
    'that cannot be decoded is bad input: %s',
    (path) => {
      expect(() => match('GET', path)).toThrow(InvalidArgumentError);
    },
  );
});

describe('a literal segment', () => {
  it('beats a parameter', () => {
    expect(match('PUT', '/api/v1/flags/f/rules/order')).toEqual({ rpc: 'OrderRules', flag_key: 'f' });
    expect(match('PUT', '/api/v1/namespaces/n/flags/f/rollouts/order')).toEqual({
      rpc: 'OrderRollouts',
      namespace_key: 'n',
      flag_key: 'f',
    });
  });

  it('gives way to the parameter where it leads nowhere', () => {
    expect(match('GET', '/api/v1/flags/f/rules/order')).toEqual({
      rpc: 'GetRule',
      flag_key: 'f',
      id: 'order',
    });
    expect(match('GET', '/api/v1/namespaces/flags/flags/flags')).toEqual({
      rpc: 'GetFlag',
      namespace_key: 'flags',
      key: 'flags',
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])('of a parameter may be %s', (key) => {
    expect(match('GET', `/api/v1/flags/${key}`)).toEqual({ rpc: 'GetFlag', key });
  });
});

describe('a known path with another verb', () => {
  it.each([
    ['PATCH', '/api/v1/namespaces/n'],
    ['HEAD', '/api/v1/namespaces'],
    ['OPTIONS', '/api/v1/flags'],
    ['POST', '/api/v1/flags/k'],
    ['GET', '/api/v1/flags/f/variants'],
    ['GET', '/api/v1/flags/f/variants/i'],
    ['GET', '/api/v1/segments/s/constraints/i'],
    ['DELETE', '/api/v1/flags/'],
    ['GET', '/evaluate/v1/boolean'],
    ['POST', '/meta/info'],
    ['get', '/api/v1/flags'],
  ])('does not have it: %s %s', (verb, path) => {
    expect(() => match(verb, path)).toThrow(MethodNotAllowedError);
  });

  it.each([
    ['/api/v1/flags/k', ['GET', 'PUT', 'DELETE', 'OPTIONS']],
    ['/api/v1/flags//variants/', ['POST', 'OPTIONS']],
    ['/api%2Fv1/namespaces', ['POST', 'GET', 'OPTIONS']],
  ])('says which it has: %s', (path, allowed) => {
    expect(refusalOf(routes, 'PATCH', path)).toMatchObject({ allowed, code: 'METHOD_NOT_ALLOWED' });
  });

  it.each([
    ['flipt', 'UNIMPLEMENTED'],
    ['openfeature', 'METHOD_NOT_ALLOWED'],
  ] as const)('of OFREP is refused as the dialect %s has it', (dialect, code) => {
    const table = new RouteTable([OFREPService, EvaluationService], dialect);
    expect(refusalOf(table, 'GET', '/ofrep/v1/evaluate/flags')).toMatchObject({ code });
    expect(refusalOf(table, 'GET', '/evaluate/v1/batch')).toMatchObject({ code: 'UNIMPLEMENTED' });
  });
});

describe('an unknown path', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1/flags/f/rollouts',
    '/api/v1/flags/f/rollouts/i',
    '/api/v1/namespaces/n/flags/f/rules/r/distributions/i/more',
    '/api/v1//flags',
    '/evaluate/v1',
    '/evaluate/v1/nothing',
    '/internal/v1/nothing',
    '/ofrep',
    '/auth/v1/self',
    '/meta',
    '/meta/info/more',
  ])('below the API is not found: %s', (path) => {
    expect(() => match('GET', path)).toThrow(new NotFoundError('Not Found'));
  });

  it.each([
    '/',
    '',
    '/health',
    '/metrics',
    '/api',
    '/api/v2/flags',
    '/api/v10',
    '/metadata',
    '/API/v1/flags',
    '/index.html',
    '*',
  ])('outside the API is nobody’s: %j', (path) => {
    expect(match('GET', path)).toBeUndefined();
  });
});

describe('the path of a route', () => {
  it('tells which of several an RPC was called by, whatever the path looked like', () => {
    const table = new RouteTable([Flipt, AuthenticationMethodKubernetesService]);
    for (const path of ['orchestrator', 'kubernetes'].map(
      (name) => `/auth/v1/method/${name}/serviceaccount`,
    )) {
      expect(table.match('POST', path)?.path).toBe(path);
      expect(table.match('POST', `${path.replace('auth', '%61uth')}/`)?.path).toBe(path);
    }
    expect(table.match('GET', '/api/v1/flags/a')?.path).toBe('/api/v1/flags/{key}');
  });
});

describe('a path with parameters that is asked for again', () => {
  it('has the route it had, with each verb its own', () => {
    const path = '/api/v1/namespaces/shop';
    const first = routes.match('GET', path);
    expect(routes.match('GET', path)).toEqual(first);
    expect(routes.match('DELETE', path)?.method.name).toBe('DeleteNamespace');
  });

  it('has its own parameters, however many others are asked for', () => {
    const keys = Array.from({ length: 2500 }, (_, index) => `n${index}`);
    for (const key of [...keys, ...keys]) {
      expect(routes.match('GET', `/api/v1/namespaces/${key}`)?.parameters[0]?.value).toBe(key);
    }
  });
});
