import { summarizePlan, type ImportChange, type ImportPlan } from '@pennon/document';
import { type AuditFact, type JsonObject } from '@pennon/domain';

/** Most changes that an event names one by one. */
const MAX_CHANGES = 1000;

/**
 * An import for the audit log: one event, however much it changes, which counts the changes and names the first of them.
 * What they were before and after is in the document and in exports; to repeat it would double the namespace.
 */
export function importedFact(plan: ImportPlan): AuditFact {
  const { namespaceKey, changes } = plan;
  return {
    type: 'namespace',
    action: 'imported',
    key: namespaceKey,
    namespaceKey,
    before: undefined,
    after: { key: namespaceKey, ...summarizePlan(plan), changes: changes.slice(0, MAX_CHANGES).map(nameOf) },
  };
}

/** Which thing a change is about, and what it does to it. */
function nameOf(change: ImportChange): JsonObject {
  return {
    action: change.action,
    type: change.kind,
    ...('key' in change && { key: change.key }),
    ...('id' in change && { id: change.id }),
    ...('flagKey' in change && { flag_key: change.flagKey }),
    ...('segmentKey' in change && { segment_key: change.segmentKey }),
  };
}
