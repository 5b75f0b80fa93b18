import { messageToJson } from '@pennon/api';
import { pennonChanges } from '@pennon/proto';
import type { Given } from '../command-line/command';
import { readNamespace } from '../command-line/read-values';
import { bodyOf, namespacePath, type ServerCalls } from '../targets/server-calls';
import { neededCallsOf } from '../targets/server-of';
import { exitCodes } from '../terminal/exit';
import { printLines } from '../terminal/print';
import { policyLines, policyWith, releasedLines, wantedPolicy } from './policy-members';

const { PolicySchema, UpdatePolicyRequestSchema } = pennonChanges;

/** Prints the review policy of a namespace. @returns the exit code. */
export async function showPolicy(given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  return print(await policyOf(neededCallsOf(given, 'policy show'), namespaceKey), given);
}

/** Changes members of the review policy of a namespace, and prints it. @returns the exit code. */
export async function setPolicy(given: Given): Promise<number> {
  const namespaceKey = readNamespace(given.args[0]);
  const wanted = wantedPolicy(given);
  const calls = neededCallsOf(given, 'policy set');
  // A request replaces all of a policy.
  const policy = policyWith(await policyOf(calls, namespaceKey), wanted);
  const body = bodyOf(UpdatePolicyRequestSchema, { policy });
  const path = namespacePath(namespaceKey, '/policy');
  const set = await calls.ask(PolicySchema, { verb: 'PUT', path, body });
  return print(set, given, releasedLines(set));
}

async function policyOf(calls: ServerCalls, namespaceKey: string): Promise<pennonChanges.Policy> {
  return calls.ask(PolicySchema, { verb: 'GET', path: namespacePath(namespaceKey, '/policy') });
}

async function print(
  policy: pennonChanges.Policy,
  given: Given,
  others: readonly string[] = [],
): Promise<number> {
  await printLines(
    given.isOn('json') ? [messageToJson(PolicySchema, policy, false)] : [...policyLines(policy), ...others],
  );
  return exitCodes.done;
}
