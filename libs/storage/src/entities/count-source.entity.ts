import { EntitySchema } from 'typeorm';
import { type Instant } from '@pennon/domain';
import { bigint, id } from './columns';

/** How far the batches of one source of counts have come. */
export interface CountSource {
  readonly id: string;
  /** Of the batch that was taken last. */
  readonly sequence: number;
  /** When that was. */
  readonly heardAt: Instant;
}

export const CountSourceEntity = new EntitySchema<CountSource>({
  name: 'CountSource',
  tableName: 'count_sources',
  columns: {
    id: { ...id('id'), primary: true },
    sequence: bigint('sequence'),
    heardAt: bigint('heard_at'),
  },
});
