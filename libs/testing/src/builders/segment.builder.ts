import { DEFAULT_NAMESPACE_KEY, type Constraint, type Segment } from '@pennon/domain';
import { someTimes } from './moments';

/** A segment of the default namespace that wants all its constraints. */
export function aSegment(key: string, changes: Partial<Segment> = {}): Segment {
  return {
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    key,
    name: `Name of ${key}`,
    description: '',
    matchType: 'all',
    ...someTimes,
    ...changes,
  };
}

/** A constraint that wants `country` to be `NL`. */
export function aConstraint(segmentKey: string, id: string, changes: Partial<Constraint> = {}): Constraint {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    segmentKey,
    type: 'string',
    property: 'country',
    operator: 'eq',
    value: 'NL',
    description: '',
    ...someTimes,
    ...changes,
  };
}
