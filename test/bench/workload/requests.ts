import { type DescMethodUnary, type JsonObject } from '@bufbuild/protobuf';
import { fliptEvaluation } from '@pennon/api';
import { flagKeys } from './bench-namespace';
import { entities } from './entities';

/** Where it is asked. */
export type Door = 'HTTP' | 'gRPC';

/** Who asks: anybody, or somebody with a token that the server wants to see. */
export type Caller = 'anybody' | 'somebody';

/** The token of {@link Caller} somebody. */
export const BENCH_TOKEN = 'token-of-the-benchmark';

/** What is asked for. */
export type RequestKind = 'variant' | 'boolean' | 'batch';

/** How many flags one batch asks for. */
export const BATCH_SIZE = 20;

/** A prime, so that steps of this length meet every flag, in no order a processor could foresee. */
const STRIDE = 7919;

/** The path that requests of a kind go to. */
export function pathOf(door: Door, kind: RequestKind): string {
  if (door === 'HTTP') return `/evaluate/v1/${kind}`;
  const { parent, name } = grpcMethodOf(kind);
  return `/${parent.typeName}/${name}`;
}

/** What is called over gRPC for a kind. */
export function grpcMethodOf(kind: RequestKind): DescMethodUnary {
  return fliptEvaluation.EvaluationService.method[kind];
}

/** Requests to a namespace of `flagCount` flags, as JSON: one per entity, with flags all over the namespace. */
export function evaluationRequests(kind: RequestKind, flagCount: number): readonly JsonObject[] {
  const keys =
    kind === 'batch'
      ? [...flagKeys('variant', flagCount), ...flagKeys('boolean', flagCount)]
      : flagKeys(kind, flagCount);
  const request = (entity: number, flag: number): JsonObject => ({
    namespaceKey: 'default',
    flagKey: keys[(flag * STRIDE) % keys.length] ?? '',
    entityId: entities[entity]?.id ?? '',
    context: entities[entity]?.context ?? {},
  });
  return entities.map((_, entity) => {
    if (kind !== 'batch') return request(entity, entity);
    const items = Array.from({ length: BATCH_SIZE }, (_, item) =>
      request(entity, entity * BATCH_SIZE + item),
    );
    return { requests: items };
  });
}
