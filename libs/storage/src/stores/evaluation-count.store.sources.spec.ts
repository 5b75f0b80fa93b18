import { openTemporaryDatabase, type TemporaryDatabase } from '../../../../test/support/temporary-database';

let temporary: TemporaryDatabase;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
});

afterEach(async () => {
  await temporary.remove();
});

/** Makes sources known that were heard at these moments, each called after its own. */
async function hearAt(...moments: readonly number[]): Promise<void> {
  await temporary.unitOfWork.write(async ({ countSources }) => {
    for (const heardAt of moments) await countSources.advance({ id: `at ${heardAt}`, sequence: 1, heardAt });
  });
}

async function known(): Promise<readonly unknown[]> {
  const rows = await temporary.rows('count_sources', 'heard_at');
  return rows.map(({ id }) => id);
}

it('forgets sources that were heard last before a moment', async () => {
  await hearAt(30, 10, 20);
  const isMore = await temporary.unitOfWork.write(({ countSources }) => countSources.deleteSilent(30));
  expect([isMore, await known()]).toEqual([false, ['at 30']]);
});

it('forgets those that were silent longest where there are too many', async () => {
  await hearAt(30, 10, 20);
  await temporary.unitOfWork.write(({ countSources }) =>
    countSources.advance({ id: 'at 10', sequence: 2, heardAt: 40 }),
  );
  const isMore = await temporary.unitOfWork.write(({ countSources }) => countSources.trim(2));
  expect([isMore, await known()]).toEqual([false, ['at 30', 'at 10']]);
  expect(await temporary.unitOfWork.write(({ countSources }) => countSources.trim(2))).toBe(false);
  expect(await known()).toEqual(['at 30', 'at 10']);
});

it('says that there are more than go at once', async () => {
  await hearAt(...Array.from({ length: 1001 }, (_, index) => index));
  const forgetAll = async (): Promise<boolean> =>
    temporary.unitOfWork.write(({ countSources }) => countSources.trim(0));
  expect([await forgetAll(), await known()]).toEqual([true, ['at 1000']]);
  expect([await forgetAll(), await known()]).toEqual([false, []]);
});
