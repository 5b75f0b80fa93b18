import { join } from 'node:path';
import { addNamespace, changeIn, changesOf, newChange, partlyOn } from '../../support/change-calls';
import { eventually } from '../../support/eventually';
import { executeIn } from '../../support/query-file';
import { metricsOf } from '../../support/metrics';
import { useServer } from '../../support/use-server';

jest.setTimeout(60_000);

/** Longer than an instance has the task of applying changes without asking for it again; in milliseconds. */
const BEYOND_THE_LEASE_MS = 4000;

describe('changes that are due while another writer has the task of applying them, and does nothing', () => {
  const server = useServer();

  async function overdueSeconds(): Promise<number> {
    return (await metricsOf(server)).sum('pennon_changes_overdue_seconds');
  }

  /** Makes the task that of another writer, until then. */
  async function giveToAnother(until: number): Promise<void> {
    await executeIn(
      join(server.directory, 'pennon.db'),
      `UPDATE operation_lock SET version = version + 1, acquired_until = ${until} WHERE operation = 'due_changes'`,
    );
  }

  test('this writer tells how long they wait, and they are applied when it has the task again', async () => {
    await addNamespace(server, 'shop');
    expect(await overdueSeconds()).toBe(0);
    const at = new Date(Date.now() + BEYOND_THE_LEASE_MS).toISOString();
    await changeIn(server.send(newChange('shop', [partlyOn('lamp', 50)], { when: { at } })));
    await giveToAnother(Number.MAX_SAFE_INTEGER);

    await eventually(async () => {
      expect(await overdueSeconds()).toBeGreaterThan(1);
    });
    expect(await changesOf(server, 'shop')).toMatchObject([{ state: 'SCHEDULED' }]);

    await giveToAnother(0);
    await eventually(async () => {
      expect(await changesOf(server, 'shop')).toMatchObject([{ state: 'APPLIED' }]);
      expect(await overdueSeconds()).toBe(0);
    });
  });
});
