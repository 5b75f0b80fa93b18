import { aFlag, aVariant } from '@pennon/testing';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

it('many rows are inserted with few statements, whatever the number', async () => {
  const variants = Array.from({ length: 4000 }, (_, index) => aVariant('flag', `variant-${index}`));
  await write(async (stores) => {
    await stores.flags.createAll([aFlag('flag')]);
    await stores.variants.createAll(variants);
  });
  const contents = await read((stores) => stores.contents.read('default'));
  expect(contents.variants).toHaveLength(4000);
});

it('no rows are none', async () => {
  await write(({ flags }) => flags.createAll([]));
  expect((await read((stores) => stores.contents.read('default'))).flags).toEqual([]);
});

it('long rows are inserted a few at a time', async () => {
  const description = 'x'.repeat(60_000);
  const flags = Array.from({ length: 60 }, (_, index) => aFlag(`flag-${index}`, { description }));
  await write((stores) => stores.flags.createAll(flags));
  const stored = await read((stores) => stores.contents.read('default'));
  expect(stored.flags.every((flag) => flag.description === description)).toBe(true);
  expect(stored.flags).toHaveLength(60);
});
