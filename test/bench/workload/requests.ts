import { flagKeys } from './bench-namespace';
import { entities } from './entities';

/** What is asked for. */
export type RequestKind = 'variant' | 'boolean' | 'batch';

/** How many flags one batch asks for. */
export const BATCH_SIZE = 20;

/** A prime, so that steps of this length meet every flag, in no order a processor could foresee. */
const STRIDE = 7919;

/** Where requests of a kind go. */
export function pathOf(kind: RequestKind): string {
  return `/evaluate/v1/${kind}`;
}

/** Request bodies to a namespace of `flagCount` flags: one per entity, with flags all over the namespace. */
export function requestBodies(kind: RequestKind, flagCount: number): readonly string[] {
  const keys =
    kind === 'batch'
      ? [...flagKeys('variant', flagCount), ...flagKeys('boolean', flagCount)]
      : flagKeys(kind, flagCount);
  const request = (entity: number, flag: number): object => ({
    namespaceKey: 'default',
    flagKey: keys[(flag * STRIDE) % keys.length],
    entityId: entities[entity]?.id,
    context: entities[entity]?.context,
  });
  return entities.map((_, entity) => {
    if (kind !== 'batch') return JSON.stringify(request(entity, entity));
    const items = Array.from({ length: BATCH_SIZE }, (_, item) =>
      request(entity, entity * BATCH_SIZE + item),
    );
    return JSON.stringify({ requests: items });
  });
}
