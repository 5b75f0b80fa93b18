import { type MethodName } from '../authentication/methods/methods';
import { codehostChecks } from './codehost';
import { jwtChecks } from './jwt';
import { type MethodChecks, type Methods } from './method-checks';
import { oidcChecks } from './oidc';
import { orchestratorChecks } from './orchestrator';
import { tokenChecks } from './token';

const checksByMethod: Readonly<Record<MethodName, MethodChecks>> = {
  token: tokenChecks,
  oidc: oidcChecks,
  codehost: codehostChecks,
  orchestrator: orchestratorChecks,
  jwt: jwtChecks,
};

/** What is checked at start, method by method. */
export const methodChecks: readonly MethodChecks[] = Object.values(checksByMethod);

/** True if a method is enabled whose logins end in a browser session. */
export function opensSessions(methods: Methods): boolean {
  return Object.entries(methods).some(
    ([name, { enabled }]) =>
      // `Object.entries` forgets which names there are.
      enabled && checksByMethod[name as MethodName].redirectAddresses !== undefined,
  );
}
