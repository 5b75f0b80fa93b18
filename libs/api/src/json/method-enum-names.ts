import { type MethodNames } from '@pennon/config';
import { type EnumNames } from './enum-names';

/** What the login methods with two names are called in JSON. */
export function methodEnumNames({ codehost, orchestrator }: MethodNames): EnumNames {
  return new Map([
    ['METHOD_CODEHOST', `METHOD_${codehost.toUpperCase()}`],
    ['METHOD_ORCHESTRATOR', `METHOD_${orchestrator.toUpperCase()}`],
  ]);
}
