import { Propagation, type ChangeOrigin } from './refreshes';

let revision: number | undefined;
let propagation: Propagation;

beforeEach(() => {
  revision = 1;
  propagation = new Propagation({ revisionOf: () => (revision === undefined ? undefined : { revision }) });
});

function countOf(origin: ChangeOrigin): number | undefined {
  return [...propagation.seconds[origin].samples('x', {})].at(-1)?.value;
}

async function refreshTo(next: number | undefined): Promise<void> {
  await Promise.resolve();
  revision = next;
}

test.each([2, undefined])(
  'a refresh that changes what is seen is counted, by how it was known: %s',
  async (next) => {
    await propagation.time('push', 'default', () => refreshTo(next));
    expect([countOf('push'), countOf('write')]).toEqual([1, 0]);
  },
);

test('a refresh that brings nothing new is none', async () => {
  await propagation.time('write', 'default', () => refreshTo(1));
  expect(countOf('write')).toBe(0);
});

test('a refresh that fails is none, and its failure is the caller’s', async () => {
  const failing = propagation.time('write', 'default', () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(countOf('write')).toBe(0);
});
