import type { Resolved, Section } from '../../kinds/setting';
import { codehost } from './codehost';
import { jwt } from './jwt';
import type { MethodChecks } from './login-method';
import { oidc } from './oidc';
import { orchestrator } from './orchestrator';
import { token } from './token';

/** Every login method, in the order of the reference. */
const methods = { token, oidc, codehost, orchestrator, jwt };

type MethodTable = typeof methods;

/** Name of a login method. */
export type MethodName = keyof MethodTable;

/** The settings of each login method. */
export const methodSettings = Object.fromEntries(
  Object.entries(methods).map(([name, { settings }]) => [name, settings]),
  // `Object.entries` forgets which names there are.
) as { readonly [Name in MethodName]: MethodTable[Name]['settings'] } satisfies Section;

/** The values of these settings. */
export type Methods = Resolved<typeof methodSettings>;

/** What is checked of each method that is enabled, what it is checked with, which is its own settings, and its name. */
export function enabledMethods(
  settings: Methods,
): readonly (readonly [checks: MethodChecks<never>, own: never, name: MethodName])[] {
  // `Object.entries` forgets which names there are, and which settings belong to which checks.
  return (Object.entries(methods) as [MethodName, MethodChecks<never>][])
    .filter(([name]) => settings[name].enabled)
    .map(([name, checks]) => [checks, settings[name] as never, name]);
}

/** The names in Flipt of the methods that have another one there. */
export const fliptMethodNames = {
  codehost: 'github',
  orchestrator: 'kubernetes',
} as const satisfies Partial<Record<MethodName, string>>;
