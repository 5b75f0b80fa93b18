import { EntitySchema } from 'typeorm';
import { type EvaluationCount } from '@pennon/domain';
import { bigint, key } from './columns';

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
