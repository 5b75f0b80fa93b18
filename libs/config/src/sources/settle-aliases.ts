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
        ? [variable, overruled(given)]
        : [canonical, { ...given, variable: canonical }];
    }),
  );
}

/** A value that does not count, by the name that the operator wrote: its key belongs to the one that does. */
export function overruled(given: GivenValue): GivenValue {
  return { ...given, key: given.name, isOverruled: true };
}
