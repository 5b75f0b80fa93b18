import { type NamespaceDocument } from '@pennon/document';
import type { FlagState, SegmentState } from '@pennon/state';
import { aFlagState } from '@pennon/testing';

/** A segment whose constraints compare the country with each of the values. */
export function segment(key: string, ...countries: readonly string[]): SegmentState {
  const isCountry = { type: 'string', property: 'country', operator: 'eq', description: '' } as const;
  const constraints = countries.map((value) => ({ ...isCountry, value }));
  return { key, name: key, description: '', matchType: 'any', constraints };
}

/** A variant flag; each of its rules looks at one segment and distributes to every variant. */
export function flag(
  key: string,
  variantKeys: readonly string[],
  segmentKeys: readonly string[] = [],
  changes: Partial<FlagState> = {},
): FlagState {
  const rolloutPercent = 100 / 2 ** variantKeys.length;
  return aFlagState(key, {
    name: key,
    isEnabled: true,
    variants: variantKeys.map((variantKey) => ({
      key: variantKey,
      name: '',
      description: '',
      attachment: '',
    })),
    rules: segmentKeys.map((segmentKey) => ({
      segmentKeys: [segmentKey],
      segmentOperator: 'or',
      distributions: variantKeys.map((variantKey) => ({ variantKey, rolloutPercent })),
    })),
    ...changes,
  });
}

/** A document of the namespace `shop`. */
export function shop(flags: readonly FlagState[], segments: readonly SegmentState[] = []): NamespaceDocument {
  return { namespace: { key: 'shop', name: 'Shop', description: 'what we sell' }, flags, segments };
}

/** A flag with a rule, and the segment that it looks at. */
export const smallShop = shop([flag('colour', ['red', 'blue'], ['dutch'])], [segment('dutch', 'NL')]);
