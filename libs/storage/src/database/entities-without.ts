import { EntitySchema } from 'typeorm';
import type { Addition } from '../migrations/additions';
import { commonOptions } from './data-source-options';

/** The tables without columns that a database does not have yet: what is read lacks them, and nothing writes them. */
export function entitiesWithout(columns: readonly Addition[]): readonly EntitySchema<never>[] {
  const lacking = new Set(columns.map(([table, { name }]) => nameOf(table, name)));
  return commonOptions.entities.map(({ options }) => {
    const { tableName = options.name } = options;
    const kept = Object.entries(options.columns).filter(
      ([property, column]) => !lacking.has(nameOf(tableName, column?.name ?? property)),
    );
    return new EntitySchema({ ...options, columns: Object.fromEntries(kept) } as never);
  });
}

function nameOf(table: string, column: string): string {
  return `${table}.${column}`;
}
