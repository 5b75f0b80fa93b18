import { linearizabilityViolations, recencyViolations } from './checker/consistency';
import { type Violation } from './checker/violation';
import { describeWithServers } from './support/describe-with-servers';
import { seed, WRITES } from './support/extent';
import { itHasDoneItsWork } from './support/it-has-done-its-work';
import { useWorkload, type WorkloadUnderTest, type WorkloadUse } from './support/use-workload';

function useStrictFleet(use: WorkloadUse): WorkloadUnderTest {
  const run = useWorkload(use);
  itHasDoneItsWork(run, use.writes);
  return run;
}

/** Nothing is violated; the first few violations tell enough. */
function expectNone(violations: readonly Violation[]): void {
  expect(violations.slice(0, 10)).toEqual([]);
}

describeWithServers(['postgres'], 'two writers and three readers in strict mode on one PostgreSQL', () => {
  const run = useStrictFleet({ database: 'postgres', writers: 2, readers: 3, writes: WRITES, seed });

  it('every evaluation sees all that was answered or seen before it, and exactly that', () => {
    expectNone(linearizabilityViolations(run.history));
  });
});

describeWithServers(['mysql'], 'two writers and three readers in strict mode on one MySQL', () => {
  const run = useStrictFleet({ database: 'mysql', writers: 2, readers: 3, writes: WRITES / 5, seed });

  it('every evaluation sees all that was answered or seen before it, and exactly that', () => {
    expectNone(linearizabilityViolations(run.history));
  });
});

describe('one writer and two readers in strict mode on one file of SQLite', () => {
  const run = useStrictFleet({ database: 'sqlite', writers: 1, readers: 2, writes: WRITES / 5, seed });

  it('every evaluation by a reader sees all that was answered or seen before it, and exactly that', () => {
    const readers = new Set(run.fleet.readers.map(({ name }) => name));
    const evaluations = run.history.evaluations.filter(({ instance }) => readers.has(instance));
    expectNone(linearizabilityViolations({ ...run.history, evaluations }));
  });

  it('the writer, which asks nobody, sees all that was answered; a reader may be ahead of that', () => {
    expectNone(recencyViolations(run.history));
  });
});
