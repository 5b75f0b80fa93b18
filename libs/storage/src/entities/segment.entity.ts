import { EntitySchema } from 'typeorm';
import { type Constraint, type Segment } from '@pennon/domain';
import { id, key, text, timestamps, word } from './columns';

export const SegmentEntity = new EntitySchema<Segment>({
  name: 'Segment',
  tableName: 'segments',
  columns: {
    namespaceKey: { ...key('namespace_key'), primary: true },
    key: { ...key('key'), primary: true },
    name: text('name'),
    description: text('description'),
    matchType: word('match_type'),
    ...timestamps,
  },
});

export const ConstraintEntity = new EntitySchema<Constraint>({
  name: 'Constraint',
  tableName: 'constraints',
  columns: {
    id: { ...id('id'), primary: true },
    namespaceKey: key('namespace_key'),
    segmentKey: key('segment_key'),
    type: word('type'),
    property: text('property'),
    operator: word('operator'),
    value: text('value'),
    description: text('description'),
    ...timestamps,
  },
});
