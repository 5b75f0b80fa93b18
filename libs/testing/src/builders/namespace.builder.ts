import {
  type Constraint,
  DEFAULT_NAMESPACE_KEY,
  type Distribution,
  type Flag,
  type Namespace,
  type Rollout,
  type Rule,
  type Segment,
  type Variant,
} from '@pennon/domain';
import { flagParts, type FlagState, flagValueParts, noneOf } from '@pennon/state';
import { someTimes } from './moments';

/** A namespace as it is handed to a store, which gives it its revision. */
export function aNamespace(
  key: string,
  changes: Partial<Omit<Namespace, 'revision'>> = {},
): Omit<Namespace, 'revision'> {
  return { key, name: `Name of ${key}`, description: '', isProtected: false, ...someTimes, ...changes };
}

/** An enabled variant flag of the default namespace, without metadata and default variant. */
export function aFlag(key: string, changes: Partial<Flag> = {}): Flag {
  return {
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    key,
    ...noneOf(flagValueParts),
    name: `Name of ${key}`,
    isEnabled: true,
    off: undefined,
    defaultVariantId: undefined,
    ...someTimes,
    ...changes,
  };
}

/** A flag that says nothing but what is given. */
export function aFlagState(key: string, changes: Partial<FlagState> = {}): FlagState {
  return { key, ...noneOf<FlagState>(flagParts), ...changes };
}

/** A variant without attachment; its key is its id. */
export function aVariant(flagKey: string, id: string, changes: Partial<Variant> = {}): Variant {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    flagKey,
    key: id,
    name: '',
    description: '',
    attachment: '',
    ...someTimes,
    ...changes,
  };
}

/** A rule of rank 1 for one segment, `everyone`. */
export function aRule(flagKey: string, id: string, changes: Partial<Rule> = {}): Rule {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    flagKey,
    rank: 1,
    segmentKeys: ['everyone'],
    segmentOperator: 'or',
    ...someTimes,
    ...changes,
  };
}

/** A distribution that gives everything to one variant, with its namespace, as a store takes it. */
export function aDistribution(
  ruleId: string,
  variantId: string,
  changes: Partial<Distribution & { namespaceKey: string }> = {},
): Distribution & { namespaceKey: string } {
  return {
    id: `${ruleId}-${variantId}`,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    ruleId,
    variantId,
    rolloutPercent: 100,
    ...someTimes,
    ...changes,
  };
}

/** A rollout of rank 1 that answers true to half of all entities. */
export function aRollout(flagKey: string, id: string, changes: Partial<Rollout> = {}): Rollout {
  return {
    id,
    namespaceKey: DEFAULT_NAMESPACE_KEY,
    flagKey,
    rank: 1,
    description: '',
    step: { type: 'threshold', percent: 50, value: true },
    ...someTimes,
    ...changes,
  };
}

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
