import { type ChangeRequest, SERVICE_ORIGIN } from '@pennon/domain';
import { newDatabaseForEachTest } from '../../../../test/support/temporary-database';

const { write, read } = newDatabaseForEachTest();

const long = '🏁'.repeat(501);
const cut = `${'🏁'.repeat(500)}…`;

function aRequest(step: number): ChangeRequest {
  return {
    ...{ id: `change-${step}`, namespaceKey: 'shop', state: 'cancelled', message: long, reason: long },
    ...{ author: SERVICE_ORIGIN, writers: [], createdAt: step, updatedAt: step, content: 'wanted' },
    ...{
      baseRevision: undefined,
      plannedAt: undefined,
      dueAt: undefined,
      after: undefined,
      revision: undefined,
    },
    ...{
      seriesId: 'series',
      step,
      origin: 'change',
      version: 1,
      isProposal: false,
      bypassReason: '',
      onConflict: undefined,
    },
  };
}

it('reads steps and reviews whole, or with the beginning of their texts', async () => {
  await write(async ({ changeRequests }) => {
    await changeRequests.create([aRequest(2), aRequest(1)]);
    const review = { changeId: 'change-1', version: 1, verdict: 'reject', author: SERVICE_ORIGIN } as const;
    await changeRequests.addReview({ ...review, comment: long, at: 1 });
  });
  const texts = async (which?: 'cut'): Promise<unknown> =>
    read(async ({ changeRequests }) => ({
      steps: (await changeRequests.steps(['series'], which)).map(({ step, message }) => [step, message]),
      comments: (await changeRequests.reviews(['change-1'], which)).map(({ comment }) => comment),
    }));
  expect(await texts()).toEqual({
    steps: [
      [1, long],
      [2, long],
    ],
    comments: [long],
  });
  expect(await texts('cut')).toEqual({
    steps: [
      [1, cut],
      [2, cut],
    ],
    comments: [cut],
  });
});
