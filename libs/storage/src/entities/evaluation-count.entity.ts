import { EntitySchema } from 'typeorm';
import type { EvaluationCount, Instant } from '@pennon/domain';
import { bigint, id, key } from './columns';

export const EvaluationCountEntity = new EntitySchema<EvaluationCount>({
  name: 'EvaluationCount',
  tableName: 'evaluation_counts',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    flagKey: { ...key('flag_key'), primary: true },
    minute: { ...bigint('minute'), primary: true },
    value: { ...key('value'), primary: true },
    evaluations: bigint('evaluations'),
  },
});

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
