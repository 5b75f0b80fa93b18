import { type DescMethodUnary } from '@bufbuild/protobuf';
import { flipt, isOwn, pennonExplain, pennonTransfer } from '@pennon/proto';
import { type AuthServer, type Shown } from '../../../support/auth-server';
import { jsonRequest, type Request } from '../../../support/http';

const { method } = flipt.Flipt;
const { method: transfer } = pennonTransfer.TransferService;

/** One call, as each door takes it, about a namespace whose key may be blank. */
export interface Probe {
  readonly name: string;
  readonly http: (namespaceKey: string) => Request;
  readonly rpc: DescMethodUnary;
  readonly message: (namespaceKey: string) => object;
}

/** What a call came to on both doors: the HTTP status, and the gRPC code. */
export type Verdict = readonly [http: number, grpc: number];

export const refused: Verdict = [401, 16];
export const denied: Verdict = [403, 7];

/** What a token of one namespace gets in another: Pennon's own RPCs say why, Flipt's do not. */
export function verdictElsewhere({ rpc }: Probe): Verdict {
  return isOwn(rpc) ? denied : refused;
}

function probe(
  name: string,
  rpc: DescMethodUnary<never, never>,
  http: Probe['http'],
  message: Probe['message'],
): Probe {
  return { name, rpc: rpc, http, message };
}

/** A probe of what lies below a namespace: without its key in the path, the query names it. */
function inNamespace(
  name: string,
  rpc: DescMethodUnary<never, never>,
  path: string,
  members: object = {},
  verb: 'GET' | 'POST' | 'PUT' | 'DELETE' = 'GET',
): Probe {
  return probe(
    name,
    rpc,
    (namespaceKey) => {
      // Rollouts and documents have no path without a namespace; there the blank stands between two slashes.
      const isShort = namespaceKey === '' && !/rollouts|document/.test(path);
      const whole = isShort ? `/api/v1/${path}` : `/api/v1/namespaces/${namespaceKey}/${path}`;
      if (verb === 'GET' || verb === 'DELETE') return { verb, path: whole };
      return jsonRequest(verb, whole, members);
    },
    (namespaceKey) => ({ namespaceKey, key: 'f', flagKey: 'f', ...members }),
  );
}

/** A DescMethod of any kind as one that a table can hold. */
function any(rpc: unknown): DescMethodUnary<never, never> {
  return rpc as DescMethodUnary<never, never>;
}

/** One call of each kind. */
export const reads: readonly Probe[] = [
  probe(
    'get namespace',
    any(method.getNamespace),
    (key) => ({ path: `/api/v1/namespaces/${key === '' ? 'default' : key}` }),
    (key) => ({ key }),
  ),
  inNamespace('get flag', any(method.getFlag), 'flags/f'),
  inNamespace('list flags', any(method.listFlags), 'flags'),
  inNamespace('get rule', any(method.getRule), 'flags/f/rules/1', { id: '1' }),
  inNamespace('list rules', any(method.listRules), 'flags/f/rules'),
  inNamespace('get rollout', any(method.getRollout), 'flags/f/rollouts/1', { id: '1' }),
  inNamespace('list rollouts', any(method.listRollouts), 'flags/f/rollouts'),
  inNamespace('get segment', any(method.getSegment), 'segments/s', { key: 's' }),
  inNamespace('list segments', any(method.listSegments), 'segments'),
  inNamespace('export', any(transfer.exportNamespace), 'document'),
  probe(
    'explain',
    any(pennonExplain.ExplainService.method.explain),
    (namespaceKey) => jsonRequest('POST', '/evaluate/v1/explain', { namespaceKey, flagKey: 'f' }),
    (namespaceKey) => ({ namespaceKey, flagKey: 'f' }),
  ),
];

/** Calls that would change something within a namespace. */
export const writes: readonly Probe[] = [
  inNamespace('create flag', any(method.createFlag), 'flags', { key: '' }, 'POST'),
  inNamespace('update flag', any(method.updateFlag), 'flags/f', { name: '' }, 'PUT'),
  inNamespace('delete flag', any(method.deleteFlag), 'flags/f', {}, 'DELETE'),
  inNamespace('create variant', any(method.createVariant), 'flags/f/variants', { key: 'v' }, 'POST'),
  inNamespace('create rule', any(method.createRule), 'flags/f/rules', { rank: 1 }, 'POST'),
  inNamespace('order rules', any(method.orderRules), 'flags/f/rules/order', { ruleIds: ['1'] }, 'PUT'),
  inNamespace('create rollout', any(method.createRollout), 'flags/f/rollouts', { rank: 1 }, 'POST'),
  inNamespace('create segment', any(method.createSegment), 'segments', { key: '' }, 'POST'),
  inNamespace('delete segment', any(method.deleteSegment), 'segments/s', {}, 'DELETE'),
  inNamespace(
    'create constraint',
    any(method.createConstraint),
    'segments/s/constraints',
    { property: 'p' },
    'POST',
  ),
  inNamespace(
    'create distribution',
    any(method.createDistribution),
    'flags/f/rules/1/distributions',
    { variantId: '1', rollout: 1 },
    'POST',
  ),
  inNamespace('import', any(transfer.importNamespace), 'document', { document: '' }, 'POST'),
];

/** Calls that would change a namespace itself; a key they name is not there. */
export const namespaceWrites: readonly Probe[] = [
  probe(
    'create namespace',
    any(method.createNamespace),
    (key) => jsonRequest('POST', '/api/v1/namespaces', { key }),
    (key) => ({ key }),
  ),
  probe(
    'update namespace',
    any(method.updateNamespace),
    (key) => jsonRequest('PUT', `/api/v1/namespaces/${key}`, { name: '' }),
    (key) => ({ key }),
  ),
  probe(
    'delete namespace',
    any(method.deleteNamespace),
    (key) => ({ verb: 'DELETE', path: `/api/v1/namespaces/${key}` }),
    (key) => ({ key }),
  ),
];

/** What the call comes to on both doors, for whoever shows that; for nobody without. */
export async function verdictOf(
  server: AuthServer,
  { http, rpc, message }: Probe,
  namespaceKey: string,
  shown?: Shown,
): Promise<Verdict> {
  const api = shown === undefined ? server : server.as(shown);
  const { status } = await api.send(http(namespaceKey));
  const { code } = await server.grpc(rpc, message(namespaceKey) as never, shown);
  return [status, code];
}

/** Every probe in every namespace, as a table of tests. */
export function probeTable(
  probes: readonly Probe[],
  namespaceKeys: readonly string[],
): (readonly [name: string, namespaceKey: string, probe: Probe])[] {
  return probes.flatMap((each) =>
    namespaceKeys.map((namespaceKey) => [each.name, namespaceKey, each] as const),
  );
}

/** Passes when the call was let in, whatever became of it then. */
export function expectAllowed([http, grpc]: Verdict): void {
  expect([200, 400, 404]).toContain(http);
  expect([0, 3, 5]).toContain(grpc);
}
