import { queryDatabase } from '../../support/test-database';
import { type History, type Write } from '../checker/history';
import { type WorkloadUnderTest } from './use-workload';
import { proposals } from '../workload/proposals';

/** Declares what must be so after any workload, however fresh the instances are. */
export function itHasDoneItsWork(run: WorkloadUnderTest, writes: number): void {
  it('every kind of write was acknowledged, and as many as there were to be', () => {
    expect([...run.workload.acknowledged.keys()].sort()).toEqual(Object.keys(proposals).sort());
    expect(run.history.writes.length).toBeGreaterThanOrEqual(writes);
  });

  it('hardly any write gave up', () => {
    expect(run.workload.gaveUp).toBeLessThan(writes / 100);
  });

  it('every instance has answered evaluations meanwhile, most of them with their revision', () => {
    const end = lastAnswer(run.history);
    for (const { name } of run.fleet.all) {
      const own = run.history.evaluations.filter(
        ({ instance, startedAt }) => instance === name && startedAt < end,
      );
      expect(own.length).toBeGreaterThan(writes / 50);
      expect(own.filter(({ revision }) => revision !== undefined).length).toBeGreaterThan(own.length / 2);
    }
  });

  it('the database has the revision of the last acknowledged write', async () => {
    const rows = await queryDatabase<{ key: string; revision: number | string }>(
      run.databaseUrl,
      `SELECT "key", revision FROM namespaces WHERE "key" <> 'default'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const last = new Map(rows.map(({ key }) => [key, lastRevision(run.history.writes, key)]));
    expect(new Map(rows.map(({ key, revision }) => [key, Number(revision)]))).toEqual(last);
  });

  it('no instance has logged an error', () => {
    const errors = run.fleet.all.flatMap((instance) => instance.errors());
    // The first few tell enough.
    expect(errors.slice(0, 3)).toEqual([]);
  });
}

function lastAnswer({ writes }: History): number {
  return Math.max(...writes.map(({ endedAt }) => endedAt));
}

function lastRevision(writes: readonly Write[], key: string): number {
  return Math.max(
    ...writes.filter(({ namespaceKey }) => namespaceKey === key).map(({ revision }) => revision),
  );
}
