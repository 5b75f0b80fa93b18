import { useQueryClient } from '@tanstack/react-query';
import { readNamespace } from '@/api/contents';
import { type Namespace } from '@/api/types';
import { useNotify } from '@/changes';
import { namespacesCopy } from '@/copy/namespaces';
import { type NamespaceDraft, type Plan, planCopy, planNamespaceCreate } from '@/lib/plan';

const everything = { withTargeting: true, withSegments: true, keepEnabled: true };

/**
 * Plans a new namespace, empty or with all that another one holds.
 *
 * @returns what makes the plan; undefined when the other one could not be read, which the person is told.
 */
export function useCreation(
  source: Namespace | undefined,
): (draft: NamespaceDraft) => Promise<Plan | undefined> {
  const client = useQueryClient();
  const notify = useNotify();
  return async (draft) => {
    if (source === undefined) return planNamespaceCreate(draft);
    try {
      const all = await readNamespace(client, source.key);
      const target = { namespaceKey: draft.key, create: draft, flags: [], segments: [] };
      return planCopy(all, all, target, everything);
    } catch (error) {
      notify.error(namespacesCopy.duplicateFailed(source.key), error instanceof Error ? error : undefined);
      return undefined;
    }
  };
}
