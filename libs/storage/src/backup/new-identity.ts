import type { DataSource } from 'typeorm';
import { newMark } from '../stores/revision';
import type { Row, Value } from './backup-form';
import type { BackupTable } from './backup-tables';

/** Columns of the marks of present revisions, by table, and what to find a row by. */
export const presentMarks: Readonly<Record<string, { readonly mark: string; readonly key: string }>> = {
  namespaces: { mark: 'mark', key: 'key' },
  deleted_namespaces: { mark: 'mark', key: 'key' },
  deployment: { mark: 'token_mark', key: 'id' },
};

/** Columns that name a revision by its mark, which may be a present one, by table. */
export const namedMarks: Readonly<Record<string, readonly string[]>> = {
  change_requests: ['base_mark', 'revision_mark'],
  audit_events: ['revision_mark'],
  request_keys: ['revision_mark'],
};

/**
 * Gives present revisions new marks while rows are restored. Instances and clients that hold the state of the backup,
 * or a later one, learn by them that the database has another history. Rows that name a present revision, such as a
 * waiting change by its base, get the new mark too.
 */
export class NewIdentity {
  private readonly marks = new Map<string, string>();

  /** The rows, with new marks. Tables of present marks come before those that name them. */
  apply({ name, columns }: BackupTable, rows: readonly Row[]): readonly Row[] {
    const present = presentMarks[name]?.mark;
    const named = namedMarks[name] ?? [];
    if (present === undefined && named.length === 0) return rows;
    const renew = columns.map((column) => {
      if (column.name === present) return (value: Value) => this.drawn(value);
      return named.includes(column.name) ? (value: Value) => this.marks.get(String(value)) ?? value : same;
    });
    return rows.map((row) => row.map((value, index) => (renew[index] ?? same)(value)));
  }

  /** An empty mark names every revision that has none: {@link drawMissingMarks} draws one for the present revision. */
  private drawn(mark: Value): Value {
    if (typeof mark !== 'string' || mark === '') return mark;
    const drawn = newMark();
    this.marks.set(mark, drawn);
    return drawn;
  }
}

function same(value: Value): Value {
  return value;
}

/** Draws marks for the present revisions that have none. */
export async function drawMissingMarks({ manager }: DataSource): Promise<void> {
  for (const [table, { mark, key }] of Object.entries(presentMarks)) {
    const { driver } = manager.connection;
    const [name, keyName, markName] = [table, key, mark].map((word) => driver.escape(word));
    const rows = await manager.query<readonly { readonly id: string | number }[]>(
      `SELECT ${keyName} AS id FROM ${name} WHERE ${markName} = ''`,
    );
    for (const { id } of rows) {
      const [drawn, found] = ['mark', 'key'].map((word, index) => driver.createParameter(word, index));
      await manager.query(`UPDATE ${name} SET ${markName} = ${drawn} WHERE ${keyName} = ${found}`, [
        newMark(),
        id,
      ]);
    }
  }
}
