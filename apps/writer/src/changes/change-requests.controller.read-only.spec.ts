import { pennonChanges } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = pennonChanges.ChangeService;
const { ChangeMode } = pennonChanges;

const { call, expectRefused } = newWriterForEachTest({ PENNON_STORAGE_READ_ONLY: 'true' });

it('a read-only server takes no change and no policy', async () => {
  const refused = async (answer: Promise<unknown>): Promise<void> =>
    expectRefused(answer, 'FAILED_PRECONDITION', 'modification is not allowed in read-only mode');
  await refused(call(method.updatePolicy, { policy: { requiredApprovals: 1 } }));
  const document = JSON.stringify({ flags: [{ key: 'a', name: 'A' }] });
  const source = { case: 'document', value: { document } } as const;
  await refused(call(method.createChange, { source, mode: ChangeMode.PROPOSE }));
  await refused(call(method.cancelChange, { id: 'x' }));
  await refused(call(method.applyChange, { id: 'x' }));
});
