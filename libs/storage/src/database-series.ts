import type { Labels, Series } from '@pennon/platform';
import type { Database, DatabaseUsage } from './database/database';

/** What there is to tell of a database. What the drivers do not tell is left out. */
export function databaseSeries(database: Pick<Database, 'dialect' | 'usage'>): readonly Series[] {
  const driver = database.dialect;
  const series = (
    type: Series['type'],
    name: string,
    help: string,
    values: (usage: DatabaseUsage) => readonly (readonly [Labels, number])[],
  ): Series => ({
    name,
    help,
    type,
    collect: () => values(database.usage()).map(([labels, value]) => ({ labels, value })),
  });
  return [
    series('gauge', 'db_sql_connection_max_open', 'Most connections that may be open.', ({ connections }) => [
      [{ driver }, connections.max],
    ]),
    series('gauge', 'db_sql_connection_open', 'Connections that are open.', ({ connections }) => [
      [{ driver, status: 'inuse' }, connections.inUse],
      [{ driver, status: 'idle' }, Math.max(0, connections.open - connections.inUse)],
    ]),
    series(
      'counter',
      'db_sql_connection_wait_total',
      'Reads and writes that had to wait for a connection.',
      ({ reads, writes }) => [[{ driver }, reads.waits + writes.waits]],
    ),
    series(
      'counter',
      'db_sql_connection_wait_duration_milliseconds_total',
      'Time that reads and writes have waited for a connection, in milliseconds.',
      ({ reads, writes }) => [[{ driver }, reads.waitedMs + writes.waitedMs]],
    ),
    series(
      'gauge',
      'pennon_db_queue_depth',
      'Reads and writes of the database that run or wait for their turn.',
      ({ reads, writes }) => [
        [{ queue: 'reads' }, reads.depth],
        [{ queue: 'writes' }, writes.depth],
      ],
    ),
  ];
}
