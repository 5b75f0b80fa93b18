import { type Constraint } from '@pennon/domain';
import { type NamespaceRows } from '@pennon/snapshot';
import { benchNamespace } from './bench-namespace';
import { entities } from './entities';

/**
 * A flag with one rule, whose segment wants so many constraints, all of which every entity meets: none spares another.
 */
export function constraintsNamespace(count: number): NamespaceRows {
  return withConstraints(Array.from({ length: count }, (_, index) => metByAll(index)));
}

/** A flag with one rule, whose segment is a list of so many ids; every other entity is among them. */
export function listNamespace(count: number): NamespaceRows {
  const listed = entities.filter((_, index) => index % 2 === 0).map(({ id }) => id);
  const others = Array.from({ length: count - listed.length }, (_, index) => `nobody-${index}`);
  const value = JSON.stringify([...listed, ...others]);
  return withConstraints([{ type: 'entityId', property: 'entityId', operator: 'isoneof', value }]);
}

function withConstraints(inputs: readonly Comparison[]): NamespaceRows {
  const rows = benchNamespace(1, 1);
  const [segment] = rows.segments;
  const [sample] = rows.constraints;
  if (segment === undefined || sample === undefined) throw new Error('the namespace has no segments');
  const constraints = inputs.map((input, index) => ({
    ...sample,
    ...input,
    id: `${index}`,
    segmentKey: segment.key,
  }));
  return { ...rows, segments: [{ ...segment, matchType: 'all' }], constraints };
}

type Comparison = Pick<Constraint, 'type' | 'property' | 'operator' | 'value'>;

function metByAll(index: number): Comparison {
  const kinds: readonly Comparison[] = [
    { type: 'string', property: 'plan', operator: 'neq', value: `plan-${index}` },
    { type: 'number', property: 'age', operator: 'gt', value: `${-index}` },
    { type: 'string', property: 'email', operator: 'suffix', value: '.example' },
    { type: 'string', property: 'version', operator: 'notempty', value: '' },
  ];
  return kinds[index % kinds.length] ?? metByAll(0);
}
