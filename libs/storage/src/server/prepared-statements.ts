import { Logger } from '@nestjs/common';
import { type PoolClient } from 'pg';
import { type DirectStatement, type PlainRow } from '../database';
import { isPreparedStatementLost } from '../driver-errors';

/**
 * Runs statements that a PostgreSQL keeps prepared, each on the connections that have run it: it parses and plans them
 * once.
 *
 * A pooler that pools transactions hands out other connections than the one on which a statement was prepared. Where
 * that shows, none is prepared any more.
 */
export class PreparedStatements {
  private readonly logger = new Logger('database');

  /** @param isOn False where nothing is to be prepared. */
  constructor(private isOn: boolean) {}

  /** @throws whatever the driver throws. */
  async query(
    client: Pick<PoolClient, 'query'>,
    { name, sql }: DirectStatement,
    values: readonly string[],
  ): Promise<readonly PlainRow[]> {
    const query = { text: sql, values: [...values] };
    if (!this.isOn) return (await client.query<PlainRow>(query)).rows;
    try {
      return (await client.query<PlainRow>({ ...query, name })).rows;
    } catch (error) {
      if (!isPreparedStatementLost(error)) throw error;
      this.giveUp();
      return (await client.query<PlainRow>(query)).rows;
    }
  }

  private giveUp(): void {
    // Statements that were under way at the same time tell it once more.
    if (!this.isOn) return;
    this.isOn = false;
    this.logger.warn(
      'statements do not stay prepared, as behind a pooler that pools transactions: none is prepared any more; ' +
        'with db.prepared_statements_enabled off, none is from the start',
    );
  }
}
