import { canonicalKey, canonicalVariable } from '../aliases';
import { variableOfPennon } from '../names';
import type { GivenValue } from '../sources/layer';

/** The names of the methods that have one in Flipt too. */
export interface MethodNames {
  readonly codehost: 'codehost' | 'github';
  readonly orchestrator: 'orchestrator' | 'kubernetes';
}

/** The names of this version, which also count for a method that is not configured. */
export const ownMethodNames: MethodNames = { codehost: 'codehost', orchestrator: 'orchestrator' };

/** The names that Flipt has for them. */
export const fliptMethodNames: MethodNames = { codehost: 'github', orchestrator: 'kubernetes' };

/**
 * The names by which the methods were switched on, or off: Flipt's for `authentication.methods.github.enabled`.
 *
 * @param given what the file and the environment give
 */
export function methodNames(given: readonly GivenValue[]): MethodNames {
  const names = (method: keyof MethodNames): MethodNames =>
    given.some((value) => isSwitch(value, method) && isByAlias(value)) ? fliptMethodNames : ownMethodNames;
  return Object.freeze({
    codehost: names('codehost').codehost,
    orchestrator: names('orchestrator').orchestrator,
  });
}

function isSwitch({ named, isOverruled }: GivenValue, method: keyof MethodNames): boolean {
  return named?.key === `authentication.methods.${method}.enabled` && isOverruled !== true;
}

function isByAlias({ name }: GivenValue): boolean {
  const variable = variableOfPennon(name);
  return canonicalKey(name) !== name || canonicalVariable(variable) !== variable;
}
