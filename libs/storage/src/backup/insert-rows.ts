import type { QueryRunner } from 'typeorm';
import { isRestart } from '../database/driver-errors';
import type { Row, Value } from './backup-form';
import { leftOutOf, type BackupTable } from './backup-tables';

/** Most values of one statement: SQLite takes 32,766 of them, and servers 65,535. */
const MAX_VALUES = 2000;

/** Most text of one statement, in characters; MySQL takes 4 MB or more as it is installed. A longer row goes alone. */
const MAX_TEXT_LENGTH = 500_000;

/** Most rows of one transaction. */
const MAX_ROWS = 5000;

/** Most text of one transaction, in characters, unless a single row has more. */
const MAX_TRANSACTION_LENGTH = 4_000_000;

/** Most times that a transaction is run because the server asks for it. */
const MAX_TRIES = 10;

/** An INSERT with its values. */
type Statement = readonly [sql: string, values: Value[]];

/** Inserts rows by names of tables and columns, in transactions of bounded size. */
export class RowInserter {
  private rows = 0;
  private textLength = 0;
  private isOpen = false;
  /** What the open transaction has done, where it may have to be run again. */
  private done: Statement[] = [];

  constructor(private readonly runner: QueryRunner) {}

  async insert(table: BackupTable, rows: readonly Row[]): Promise<void> {
    for (const batch of batchesOf(rows, Math.floor(MAX_VALUES / (table.columns.length + 1)))) {
      if (!this.isOpen) await this.runner.query('BEGIN');
      this.isOpen = true;
      const statement = this.insertion(table, batch.rows);
      await this.attempt(async () => this.runner.query(...statement));
      if (this.mayRestart) this.done.push(statement);
      this.rows += batch.rows.length;
      this.textLength += batch.textLength;
      if (this.rows >= MAX_ROWS || this.textLength >= MAX_TRANSACTION_LENGTH) await this.commit();
    }
  }

  /** Ends a table. */
  async endTable({ name }: BackupTable): Promise<void> {
    await this.commit();
    // PostgreSQL would go on planning for the empty table, and walk through all of it for every reference to a row.
    if (this.runner.connection.options.type === 'postgres') await this.runner.query(`ANALYZE "${name}"`);
  }

  /** Ends the transaction that a failure has left open, whose locks would keep others from the tables. */
  async undo(): Promise<void> {
    // A connection that is lost has no transaction.
    if (this.isOpen) await this.runner.query('ROLLBACK').catch(() => undefined);
    this.isOpen = false;
  }

  private async commit(): Promise<void> {
    if (this.isOpen) await this.attempt(async () => this.runner.query('COMMIT'));
    this.isOpen = false;
    this.done = [];
    this.rows = 0;
    this.textLength = 0;
  }

  /** CockroachDB may ask for any transaction to be run again, also if nobody else uses the database. */
  private get mayRestart(): boolean {
    return this.runner.connection.options.type === 'cockroachdb';
  }

  /** Does something in the open transaction, which is run again from its beginning if the server asks for it. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        if (tries > 1) await this.repeat();
        await work();
        return;
      } catch (error) {
        if (!this.mayRestart || !isRestart(error) || tries === MAX_TRIES) throw error;
      }
    }
  }

  private async repeat(): Promise<void> {
    await this.runner.query('ROLLBACK');
    await this.runner.query('BEGIN');
    for (const statement of this.done) await this.runner.query(...statement);
  }

  private insertion(table: BackupTable, rows: readonly Row[]): Statement {
    const { driver } = this.runner.connection;
    const drawn = leftOutOf(table.name);
    const values: Value[] = [];
    const place = (value: Value): string => driver.createParameter('value', values.push(value) - 1);
    const tuples = rows.map((row) => {
      const all = [...row, ...drawn.map(({ draw }) => draw())];
      return `(${all.map(place).join(', ')})`;
    });
    const names = [...table.columns.map(({ name }) => name), ...drawn.map(({ column }) => column)];
    const columns = names.map((name) => driver.escape(name)).join(', ');
    return [`INSERT INTO ${driver.escape(table.name)} (${columns}) VALUES ${tuples.join(', ')}`, values];
  }
}

interface Batch {
  readonly rows: readonly Row[];
  readonly textLength: number;
}

function* batchesOf(rows: readonly Row[], maxRows: number): Generator<Batch> {
  let batch: Row[] = [];
  let textLength = 0;
  for (const row of rows) {
    const added = textLengthOf(row);
    if (batch.length === maxRows || (batch.length > 0 && textLength + added > MAX_TEXT_LENGTH)) {
      yield { rows: batch, textLength };
      [batch, textLength] = [[], 0];
    }
    batch.push(row);
    textLength += added;
  }
  if (batch.length > 0) yield { rows: batch, textLength };
}

function textLengthOf(row: Row): number {
  let length = 0;
  for (const value of row) if (typeof value === 'string') length += value.length;
  return length;
}
