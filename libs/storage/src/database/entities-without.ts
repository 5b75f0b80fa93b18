import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { Addition } from '../migrations/additions';
import { commonOptions } from './data-source-options';

/** The tables without columns that a database does not have yet: what is read lacks them, and nothing writes them. */
export function entitiesWithout(columns: readonly Addition[]): readonly EntitySchema[] {
  const lacking = new Set(columns.map(([table, { name }]) => nameOf(table, name)));
  return commonOptions.entities.map(({ options: { name, tableName = name, columns: all } }) => {
    const kept = Object.entries<EntitySchemaColumnOptions>(all).filter(
      ([property, column]) => !lacking.has(nameOf(tableName, column.name ?? property)),
    );
    return new EntitySchema({ name, tableName, columns: Object.fromEntries(kept) });
  });
}

function nameOf(table: string, column: string): string {
  return `${table}.${column}`;
}
