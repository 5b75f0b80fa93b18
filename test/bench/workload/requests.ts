import { type DescMethodUnary, type JsonObject } from '@bufbuild/protobuf';
import { fliptEvaluation } from '@pennon/proto';
import { flagKeys } from './bench-namespace';
import { entities, type Entity } from './entities';

/** Where it is asked. */
export type Door = 'HTTP' | 'gRPC';

/** What is asked for. */
export type RequestKind =
  | 'variant'
  | 'boolean'
  | 'batch'
  | 'OFREP single'
  | 'OFREP bulk'
  | 'snapshot'
  | 'snapshot 304'
  | 'list of flags'
  | 'update of a flag';

/** What evaluation answers; they are asked for over gRPC too. */
export type EvaluationKind = 'variant' | 'boolean' | 'batch';

/** A request over HTTP. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

/** Where the flags of the namespace are managed. */
export const FLAGS_PATH = '/api/v1/namespaces/default/flags';

/** The token of callers who have one. */
export const BENCH_TOKEN = 'token-of-the-benchmark';

/** How many flags a list has at most, as the dashboard asks for. */
const LIST_LIMIT = 100;

/** How many flags one batch asks for. */
export const BATCH_SIZE = 20;

/** A prime, so that steps of this length meet every flag, in no order a processor could foresee. */
const STRIDE = 7919;

/** The status of a good answer over HTTP. */
export function statusOf(kind: RequestKind): number {
  return kind === 'snapshot 304' ? 304 : 200;
}

/** Requests to a namespace of `flagCount` flags: one per entity, with flags all over the namespace. */
export function httpRequests(kind: RequestKind, flagCount: number): readonly HttpRequest[] {
  switch (kind) {
    case 'variant':
    case 'boolean':
    case 'batch':
      return grpcRequests(kind, flagCount).map((message) => post(`/evaluate/v1/${kind}`, message));
    case 'OFREP single': {
      const keys = flagKeys('variant', flagCount);
      return entities.map((entity, index) =>
        post(`/ofrep/v1/evaluate/flags/${keyAt(keys, index)}`, ofrepContext(entity)),
      );
    }
    case 'OFREP bulk':
      return entities.map((entity) => post('/ofrep/v1/evaluate/flags', ofrepContext(entity)));
    case 'snapshot':
    case 'snapshot 304':
      return [{ method: 'GET', path: '/internal/v1/evaluation/snapshot/namespace/default' }];
    case 'list of flags':
      return [{ method: 'GET', path: `${FLAGS_PATH}?limit=${LIST_LIMIT}` }];
    case 'update of a flag':
      return updates(flagCount);
  }
}

/** Updates that each change something, whatever was sent before. */
function updates(flagCount: number): readonly HttpRequest[] {
  const keys = flagKeys('variant', flagCount);
  const moment = Date.now();
  return entities.map((_, index) => ({
    method: 'PUT',
    path: `${FLAGS_PATH}/${keyAt(keys, index)}`,
    body: JSON.stringify({ name: `Changed ${index} at ${moment}`, enabled: true }),
  }));
}

/** The same for what is asked over gRPC, as JSON of the messages. */
export function grpcRequests(kind: RequestKind, flagCount: number): readonly JsonObject[] {
  const boolean = flagKeys('boolean', flagCount);
  const variant = flagKeys('variant', flagCount);
  const keys = { variant, boolean, batch: [...variant, ...boolean] }[evaluationKind(kind)];
  const request = (entity: Entity, flag: number): JsonObject => ({
    namespaceKey: 'default',
    flagKey: keyAt(keys, flag),
    entityId: entity.id,
    context: entity.context,
  });
  if (kind !== 'batch') return entities.map(request);
  return entities.map((entity, index) => ({
    requests: Array.from({ length: BATCH_SIZE }, (_, item) => request(entity, index * BATCH_SIZE + item)),
  }));
}

/** What is called over gRPC for a kind. */
export function grpcMethodOf(kind: RequestKind): DescMethodUnary {
  return fliptEvaluation.EvaluationService.method[evaluationKind(kind)];
}

/** The path that calls of a kind go to over gRPC. */
export function grpcPathOf(kind: RequestKind): string {
  const { parent, name } = grpcMethodOf(kind);
  return `/${parent.typeName}/${name}`;
}

function evaluationKind(kind: RequestKind): EvaluationKind {
  if (kind === 'variant' || kind === 'boolean' || kind === 'batch') return kind;
  throw new Error(`${kind} is asked for over HTTP only`);
}

function post(path: string, message: JsonObject): HttpRequest {
  return { method: 'POST', path, body: JSON.stringify(message) };
}

function ofrepContext({ id, context }: Entity): JsonObject {
  return { context: { targetingKey: id, ...context } };
}

/** One key after the other, all over the namespace. */
export function keyAt(keys: readonly string[], index: number): string {
  return keys[(index * STRIDE) % keys.length] ?? '';
}
