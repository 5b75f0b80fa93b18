import { EntitySchema } from 'typeorm';
import { type Flag, type Variant } from '@pennon/domain';
import { flag, id, key, optionalId, optionalText, text, timestamps, word } from './columns';

/** A flag as a row: what is missing is null, which an update writes, where it would pass over undefined. */
export interface FlagRow extends Omit<Flag, 'defaultVariantId' | 'metadata'> {
  readonly defaultVariantId: string | null;
  /** JSON text of an object. */
  readonly metadata: string | null;
}

export const FlagEntity = new EntitySchema<FlagRow>({
  name: 'Flag',
  tableName: 'flags',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    key: { ...key('key'), primary: true },
    name: text('name'),
    description: text('description'),
    type: word('type'),
    isEnabled: flag('enabled'),
    defaultVariantId: optionalId('default_variant_id'),
    metadata: optionalText('metadata'),
    ...timestamps,
  },
});

export const VariantEntity = new EntitySchema<Variant>({
  name: 'Variant',
  tableName: 'variants',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    flagKey: key('flag_key'),
    key: key('key'),
    name: text('name'),
    description: text('description'),
    attachment: text('attachment'),
    ...timestamps,
  },
});
