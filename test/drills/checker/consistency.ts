import { byNamespace, type History } from './history';
import { NamespaceLog } from './namespace-log';
import { orderViolations, type Scope } from './order';
import { type Violation } from './violation';

/**
 * What keeps the history from being linearizable, namespace by namespace: as if one register file had answered
 * everybody, each request at one moment between its beginning and its end. Nothing, if it is.
 *
 * Linear in the length of the history but for sorting it, because the revisions tell in which order the writes
 * happened.
 */
export function linearizabilityViolations(history: History): readonly Violation[] {
  return violations(history, 'everything');
}

/**
 * The same for instances of which one may show a write that is not answered yet while another one does not: each sees
 * every write that was answered before, and none ever goes back.
 */
export function recencyViolations(history: History): readonly Violation[] {
  return violations(history, 'answered-writes');
}

/**
 * The same for instances that may lag behind: each answer is still one whole revision that there had been, and no
 * instance ever goes back; how far one lags is for {@link stalenesses} to say.
 */
export function monotonicityViolations(history: History): readonly Violation[] {
  return violations(history, 'same-instance');
}

function violations(history: History, scope: Scope): readonly Violation[] {
  return [...byNamespace(history)].flatMap(([namespaceKey, ofNamespace]) => {
    const log = new NamespaceLog(ofNamespace);
    return [...gaps(namespaceKey, log), ...orderViolations(ofNamespace, log, scope)];
  });
}

/** Where the revisions of the acknowledged writes are not 1, 2, 3 and so on. */
function gaps(namespaceKey: string, { writes }: NamespaceLog): readonly Violation[] {
  return writes.flatMap(({ name, revision }, index): Violation[] => {
    const before = writes[index - 1]?.revision ?? 0;
    if (revision === before + 1) return [];
    const explanation = `${name} made revision ${revision} of ${namespaceKey}, and the one before it was ${before}`;
    return [{ law: 'revisions rise by one', explanation }];
  });
}
