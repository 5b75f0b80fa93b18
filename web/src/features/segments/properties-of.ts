import { type Segment } from '@/api/types';

/** The properties that constraints of these segments look at, but for the entity id, each once. */
export function propertiesOf(segments: readonly Segment[]): readonly string[] {
  const properties = segments.flatMap(({ constraints }) =>
    constraints.flatMap(({ type, property }) => (type === 'ENTITY_ID_COMPARISON_TYPE' ? [] : [property])),
  );
  return [...new Set(properties)].toSorted();
}
