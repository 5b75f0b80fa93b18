import { type Segment } from '@/lib/model';

/** The properties that constraints of these segments look at, but for the entity id, each once. */
export function propertiesOf(segments: readonly Segment[]): readonly string[] {
  const properties = segments.flatMap(({ constraints }) =>
    constraints.flatMap(({ type, property }) => (type === 'entityId' ? [] : [property])),
  );
  return [...new Set(properties)].toSorted();
}
