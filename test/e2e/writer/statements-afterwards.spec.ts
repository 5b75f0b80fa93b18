import { setTimeout as delay } from 'node:timers/promises';
import { flipt } from '@pennon/proto';
import { SnapshotHolder } from '@pennon/snapshots';
import { eventually } from '../../support/eventually';
import { statementsOn } from '../../support/statements';
import { newWriterForEachTest } from '../../support/writer-app';

/** Longer than it takes a database to tell of a change. */
const A_WHILE_MS = 500;

/** Nothing polls meanwhile. */
const settings = { PENNON_FRESHNESS_POLL_INTERVAL: '5m' };

const { call, database, service } = newWriterForEachTest(settings, true);
const { method } = flipt.Flipt;

test('a writer asks nothing of the database about what it has written itself', async () => {
  const statements = await statementsOn(database());
  /** What was read of namespaces since the last write, and not by background jobs. */
  const reads = (): readonly string[] =>
    statements
      .slice(statements.findLastIndex((sql) => sql.includes('audit_events')) + 1)
      .filter((sql) => /^SELECT.*(namespaces|flags)/.test(sql));
  await call(method.createFlag, { key: 'colour', name: 'Colour' });
  await service(SnapshotHolder).loadAll();
  // It listens, and has looked at everything once.
  await eventually(async () => {
    statements.length = 0;
    await delay(A_WHILE_MS);
    expect(reads()).toEqual([]);
  });
  for (let round = 1; round <= 20; round++) {
    await call(method.updateFlag, { key: 'colour', name: `Colour ${round}` });
    await delay(round === 20 ? A_WHILE_MS : 5);
    expect(reads()).toEqual([]);
  }
});
