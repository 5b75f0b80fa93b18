import { readNamespace } from '@/api/document';
import { useNotify } from '@/changes';
import { namespacesCopy } from '@/copy/namespaces';
import { type Namespace } from '@/lib/model';
import { dryRun, type NamespaceDraft, type Plan, planCopy, planNamespaceCreate } from '@/lib/plan';

/**
 * Plans a new namespace, empty or with all that another one holds.
 *
 * @returns what makes the plan; undefined when the other one could not be read, which the person is told.
 */
export function useCreation(
  source: Namespace | undefined,
): (draft: NamespaceDraft) => Promise<Plan | undefined> {
  const notify = useNotify();
  return async (draft) => {
    if (source === undefined) return planNamespaceCreate(draft);
    try {
      const all = await readNamespace(source.key);
      const target = { namespaceKey: draft.key, create: draft, flags: [], segments: [] };
      return planCopy(target, dryRun({ source: all, chosen: all, target }));
    } catch (error) {
      notify.error(namespacesCopy.duplicateFailed(source.key), error instanceof Error ? error : undefined);
      return undefined;
    }
  };
}
