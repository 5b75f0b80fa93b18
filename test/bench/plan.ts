import { type BenchOptions } from './options';
import { type Topic } from './topics';
import { isShared, type VariantName } from './variants';
import { type Door, type RequestKind } from './workload/requests';

/** Flags of the namespace that everything is asked of unless it is the size that is measured. */
export const USUAL_SIZE = 1_000;

/** Flags of the namespace that a bulk request asks for as a whole. */
export const BULK_SIZE = 50;

/** One kind of request to one server: ours run in one way, or the bare one. */
export interface Entry {
  readonly door: Door;
  readonly kind: RequestKind;
  /** How many flags the namespace has; of the bare server, how many the requests speak of. */
  readonly flagCount: number;
  readonly server: VariantName | 'bare';
}

/** What belongs to each topic. */
const variant = { door: 'HTTP', kind: 'variant', flagCount: USUAL_SIZE, server: 'usual' } as const;
const entriesOf: Partial<Readonly<Record<Topic, readonly Entry[]>>> = {
  http: [variant, { ...variant, kind: 'boolean' }],
  grpc: [{ ...variant, door: 'gRPC' }],
  batch: [variant, { ...variant, kind: 'batch' }],
  ofrep: [
    { ...variant, kind: 'OFREP single' },
    { ...variant, kind: 'OFREP bulk', flagCount: BULK_SIZE },
  ],
  'client-snapshot': [
    { ...variant, kind: 'snapshot' },
    { ...variant, kind: 'snapshot 304' },
  ],
  management: [
    { ...variant, kind: 'list of flags' },
    // Last: it changes what the others are asked of.
    { ...variant, kind: 'update of a flag' },
  ],
  auth: [{ ...variant, server: 'token' }],
  metrics: [{ ...variant, server: 'no metrics' }],
  freshness: [
    { ...variant, server: 'strict' },
    { ...variant, server: 'bounded' },
    { ...variant, server: 'bounded with Redis' },
  ],
};

/** True for a topic whose requests go to servers that have an SQLite file each, so that two builds can have them. */
export function canBePaired(topic: Topic): boolean {
  if (topic === 'sizes') return true;
  const entries = entriesOf[topic] ?? [];
  return entries.length > 0 && entries.every(({ server }) => server === 'bare' || !isShared(server));
}

/**
 * Who takes part: what the topics name, each with the usual server and the bare one for the same requests, which it is
 * compared with. Whoever is compared stands close together.
 */
export function planEntries({ topics, sizes }: Pick<BenchOptions, 'topics' | 'sizes'>): readonly Entry[] {
  const named = [
    ...topics.flatMap((topic) => entriesOf[topic] ?? []),
    ...(topics.includes('sizes') ? sizes.map((flagCount) => ({ ...variant, flagCount })) : []),
  ];
  const kinds = new Map(named.map((entry) => [`${entry.door} ${entry.kind}`, entry]));
  return [...kinds.values()].flatMap(({ door, kind }) => {
    const asking = named.filter((entry) => entry.door === door && entry.kind === kind);
    const flagCount = kind === 'OFREP bulk' ? BULK_SIZE : USUAL_SIZE;
    const usual: Entry = { door, kind, flagCount, server: 'usual' };
    return distinct([{ ...usual, server: 'bare' }, usual, ...asking]);
  });
}

function distinct(entries: readonly Entry[]): readonly Entry[] {
  return [...new Map(entries.map((entry) => [`${entry.server} ${entry.flagCount}`, entry])).values()];
}
