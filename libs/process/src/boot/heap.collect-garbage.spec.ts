import { getHeapSpaceStatistics } from 'node:v8';
import { collectGarbage } from './heap';

/** Bytes of the space in which V8 makes young objects. */
function youngSpace(): number {
  return (
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.physical_space_size ?? 0
  );
}

/** Makes objects that outlive the collections of young ones, which has V8 make room for more of them. */
function load(count: number): WeakRef<object> {
  const rows = Array.from({ length: count }, (_, index) => ({ index, values: [index] }));
  return new WeakRef(rows);
}

it('gives back what a start has left behind, and the room that it took to make it', async () => {
  const rows = load(500_000);
  const before = youngSpace();
  await collectGarbage();
  expect(rows.deref()).toBeUndefined();
  expect(before).toBeGreaterThan(8 * 2 ** 20);
  expect(youngSpace()).toBeLessThan(2 ** 20);
});
