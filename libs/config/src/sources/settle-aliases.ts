import { canonicalVariable } from '../aliases';
import type { GivenValue, Layer } from './layer';

/**
 * Returns what one source gives by the canonical variables. Where it gives a setting by both of its names, the
 * canonical one counts; the alias stays under its own variable, overruled, to be named in a warning.
 */
export function settleAliases(layer: Layer): Layer {
  return new Map(
    [...layer].map(([variable, given]): [string, GivenValue] => {
      const canonical = canonicalVariable(variable);
      if (canonical === variable) return [variable, given];
      return layer.has(canonical)
        ? // A variable that counts is reported by its key; of this one the key belongs to the other.
          [variable, { ...given, key: given.source === variable ? variable : given.key, isOverruled: true }]
        : [canonical, { ...given, variable: canonical }];
    }),
  );
}
