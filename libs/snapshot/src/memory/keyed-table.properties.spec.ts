import fc from 'fast-check';
import { runs } from '../../../../test/support/size';
import { KeyedTable } from './keyed-table';
import { runSteps } from './steps';

interface Item {
  readonly key: string;
  readonly createdAt: number;
}

function compare(left: Item, right: Item): number {
  return left.createdAt - right.createdAt || (left.key < right.key ? -1 : 1);
}

/** More keys than a block has room for, at moments which are often the same. */
const key = fc.integer({ min: 0, max: 150 }).map((number) => `key-${number}`);
const moment = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined, freq: 3 });
const changes = fc.array(fc.tuple(key, moment), { maxLength: 40 });

function isThere<T>(item: T | undefined): item is T {
  return item !== undefined;
}

it('has what was put into it in its order, whatever table it was made of', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), changes), { maxLength: 30 }), (steps) => {
      const tables = [KeyedTable.of<Item>([])];
      const models = [new Map<string, Item>()];
      for (const [from, drawn] of steps) {
        const before = tables[from % tables.length] ?? KeyedTable.of<Item>([]);
        const model = new Map(models[from % models.length]);
        const items = new Map(
          drawn.map(([name, at]) => [name, at === undefined ? undefined : { key: name, createdAt: at }]),
        );
        for (const [name, item] of items) {
          if (item === undefined) model.delete(name);
          else model.set(name, item);
        }
        tables.push(before.with(items, compare));
        models.push(model);
      }
      tables.forEach((table, index) => {
        const model = models[index] ?? new Map<string, Item>();
        const expected = [...model.values()].toSorted(compare);
        expect(table.values()).toStrictEqual(expected);
        expect(table.size).toBe(model.size);
        expect(new Set(table)).toEqual(new Set(expected));
        for (const { key: name } of tables.flatMap((each) => each.values())) {
          expect(table.get(name)).toBe(model.get(name));
          expect(table.has(name)).toBe(model.has(name));
        }
      });
    }),
    { numRuns: runs(300) },
  );
});

it('tells what two tables do not have in common, and is followed by a table of another form', () => {
  fc.assert(
    fc.property(fc.array(changes, { minLength: 2, maxLength: 12 }), (steps) => {
      let table = KeyedTable.of<Item>([]);
      let names = runSteps(table.mapped((item) => [item]));
      for (const drawn of steps) {
        const items = new Map(
          drawn.map(([name, at]) => [name, at === undefined ? undefined : { key: name, createdAt: at }]),
        );
        const next = table.with(items, compare);
        const found = [...next.changesSince(table)];
        for (const [before, after] of found) {
          const name = (before ?? after)?.key ?? '';
          expect([before, after]).toEqual([table.get(name), next.get(name)]);
          expect(before).not.toBe(after);
        }
        const changed = new Set(found.map(([before, after]) => (before ?? after)?.key ?? ''));
        const all = [...table, ...next].map((item) => item.key);
        expect(changed).toEqual(new Set(all.filter((name) => table.get(name) !== next.get(name))));
        const made: string[] = [];
        names = runSteps(
          names.following(next, changed, (item) => {
            made.push(item.key);
            return [item];
          }),
        );
        expect(names.values().flat()).toStrictEqual(next.values());
        expect(new Set(made)).toEqual(new Set(found.map(([, after]) => after?.key).filter(isThere)));
        table = next;
      }
    }),
    { numRuns: runs(300) },
  );
});

it('gives its places out anew when most of them are out of use', () => {
  const named = (from: number, count: number): ReadonlyMap<string, Item> =>
    new Map(
      Array.from({ length: count }, (_, index) => {
        const name = `key-${from + index}`;
        return [name, { key: name, createdAt: from + index }];
      }),
    );
  const first = KeyedTable.of<Item>([]).with(named(0, 10), compare);
  let table = first;
  let most = 0;
  for (let from = 0; from < 5000; from += 10) {
    const gone = new Map([...table].map(({ key: name }) => [name, undefined]));
    table = table.with(new Map<string, Item | undefined>([...gone, ...named(from + 10, 10)]), compare);
    most = Math.max(most, table.blocks.length);
  }
  expect(table.values()).toStrictEqual([...named(5000, 10).values()]);
  expect(most).toBeLessThan(20);
  expect(first.values()).toStrictEqual([...named(0, 10).values()]);
});
