import { EntitySchema } from 'typeorm';
import type { Hue } from '@pennon/domain';
import { key, optionalBigint, optionalText } from './columns';

/** How people tell a namespace from others. Undefined where the database does not have the columns yet. */
export interface NamespaceLookRow {
  readonly key: string;
  readonly hue?: Hue | null;
  /** Its place among namespaces, 0-based; places of deleted namespaces stay empty. Null for none. */
  readonly place?: number | null;
}

/** Columns of namespaces that nothing but a dashboard asks for: what else reads namespaces does not read them. */
export const NamespaceLookEntity = new EntitySchema<NamespaceLookRow>({
  name: 'NamespaceLook',
  tableName: 'namespaces',
  columns: {
    key: { ...key('key'), primary: true },
    hue: optionalText('hue'),
    place: optionalBigint('place'),
  },
});
