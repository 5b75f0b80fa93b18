import { jsonRequest, type Request } from '../../support/http';
import { flagKeys } from './bench-namespace';
import { FLAGS_PATH, httpRequests, keyAt } from './requests';

/** What is asked of a server whose writes are measured, by name. */
export const operations = {
  creation: { clients: [1, 16], count: 64, requests: creations, undo: deletions },
  update: { clients: [1, 16], count: 200, requests: updates },
  evaluation: { clients: [1, 16], count: 1_000, requests: evaluations },
  'one flag': { clients: [1], count: 100, requests: readsOf((key) => `/${key}`) },
  'rules of a flag': { clients: [1], count: 100, requests: readsOf((key) => `/${key}/rules`) },
  'list of 100': { clients: [1], count: 50, requests: readsOf(() => '?limit=100') },
  'list of 1,000': { clients: [1], count: 10, requests: readsOf(() => '?limit=1000'), leastFlags: 1_000 },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

/** One kind of request. */
export interface Operation {
  /** By how many clients at a time it is asked. */
  readonly clients: readonly number[];
  /** Requests of one turn. */
  readonly count: number;
  /** So many of them, to a namespace of `flagCount` flags; what they write is new each time. */
  readonly requests: (flagCount: number, count: number) => readonly Request[];
  /** What makes them undone. */
  readonly undo?: (requests: readonly Request[]) => readonly Request[];
  /** Flags that the namespace must have for it to be worth asking. */
  readonly leastFlags?: number;
}

/** Tells what one call writes from what another one does. */
let serial = 0;

function creations(_: number, count: number): readonly Request[] {
  serial++;
  return Array.from({ length: count }, (__, index) => {
    const name = `Created ${serial}, ${index}`;
    return jsonRequest('POST', FLAGS_PATH, {
      ...{ key: `created-${serial}-${index}`, name, description: 'A flag of the benchmark' },
      ...{ type: 'VARIANT_FLAG_TYPE', enabled: true },
    });
  });
}

function deletions(created: readonly Request[]): readonly Request[] {
  return created.map(({ body }) => {
    const { key } = JSON.parse(String(body)) as { readonly key: string };
    return { verb: 'DELETE', path: `${FLAGS_PATH}/${key}` };
  });
}

function updates(flagCount: number, count: number): readonly Request[] {
  serial++;
  return keysOf(flagCount, count).map((key, index) =>
    jsonRequest('PUT', `${FLAGS_PATH}/${key}`, { name: `Updated ${serial}, ${index}`, enabled: true }),
  );
}

function evaluations(flagCount: number, count: number): readonly Request[] {
  const requests = httpRequests('variant', flagCount);
  const headers = { 'Content-Type': 'application/json' };
  return Array.from({ length: count }, (_, index) => {
    const { path = '', body = '' } = requests[index % requests.length] ?? {};
    return { verb: 'POST', path, headers, body };
  });
}

function readsOf(pathOf: (key: string) => string): Operation['requests'] {
  return (flagCount, count) =>
    keysOf(flagCount, count).map((key) => ({ path: `${FLAGS_PATH}${pathOf(key)}` }));
}

/** Keys of variant flags all over the namespace, again and again. */
function keysOf(flagCount: number, count: number): readonly string[] {
  const keys = flagKeys('variant', flagCount);
  return Array.from({ length: count }, (_, index) => keyAt(keys, index));
}
