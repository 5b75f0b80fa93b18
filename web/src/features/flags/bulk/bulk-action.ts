import { type QueryClient } from '@tanstack/react-query';
import { readFlagContents } from '@/api/contents';
import { readFlag } from '@/api/flags';
import { type Flag } from '@/api/types';
import { bulkCopy as copy } from '@/copy/bulk';
import { flagWords } from '@/copy/flag-words';
import { formatCounted } from '@/lib/numbers';
import { type Plan, planFlagDelete, planFlagSwitch, planFlagUpdate } from '@/lib/plan';
import { tagsOf, withTags } from '@/lib/tags';
import { type BulkJob } from './use-bulk-run';

/** What is done to all selected flags. */
export type BulkAction =
  | { readonly kind: 'switch'; readonly enabled: boolean }
  | { readonly kind: 'default-value'; readonly value: boolean }
  | { readonly kind: 'add-tag'; readonly tag: string }
  | { readonly kind: 'remove-tag'; readonly tag: string }
  | { readonly kind: 'delete' };

/** From this number of flags on a delete cannot be undone. */
export const UNDO_LIMIT = 20;

/** True when what was done can be put back. */
export function isUndoable({ kind }: BulkAction, count: number): boolean {
  return kind !== 'delete' || count <= UNDO_LIMIT;
}

export function titleOf(action: BulkAction, count: number): string {
  const { titles } = copy;
  const flags = formatCounted(count, 'flag');
  switch (action.kind) {
    case 'switch':
      return action.enabled ? titles.enable(flags) : titles.disable(flags);
    case 'default-value':
      return titles.defaultValue(flags, action.value ? flagWords.true : flagWords.false);
    case 'add-tag':
      return titles.addTag(flags, action.tag);
    case 'remove-tag':
      return titles.removeTag(flags, action.tag);
    case 'delete':
      return titles.delete(flags);
  }
}

/** Why the action leaves the flag as it is; undefined where it changes it. */
export function skipReason(action: BulkAction, flag: Flag): string | undefined {
  const { notVariant, notBoolean, same } = copy.skips;
  switch (action.kind) {
    case 'switch':
      if (flag.type !== 'VARIANT_FLAG_TYPE') return notVariant;
      return flag.enabled === action.enabled ? same : undefined;
    case 'default-value':
      if (flag.type !== 'BOOLEAN_FLAG_TYPE') return notBoolean;
      return flag.enabled === action.value ? same : undefined;
    case 'add-tag':
      return tagsOf(flag.metadata).includes(action.tag) ? same : undefined;
    case 'remove-tag':
      return tagsOf(flag.metadata).includes(action.tag) ? undefined : same;
    case 'delete':
      return undefined;
  }
}

/** What the action does to one flag, as far as the list knows it: for the preview. */
export function previewOf(action: BulkAction, flag: Flag): Plan {
  switch (action.kind) {
    case 'switch':
      return planFlagSwitch(flag, action.enabled);
    case 'default-value':
      return planFlagSwitch(flag, action.value);
    case 'add-tag':
    case 'remove-tag':
      return planFlagUpdate(flag, { metadata: withTags(flag.metadata, tagsAfter(action, flag)) });
    case 'delete':
      return planFlagDelete({ flag, rules: [], rollouts: [] });
  }
}

/** The plan for one flag from the state that it has now; undefined where that has become needless. */
async function planNow(
  client: QueryClient,
  action: BulkAction,
  { namespaceKey, key }: Flag,
): Promise<Plan | undefined> {
  if (action.kind === 'delete') return planFlagDelete(await readFlagContents(client, namespaceKey, key));
  const flag = await readFlag(client, namespaceKey, key);
  return skipReason(action, flag) === undefined ? previewOf(action, flag) : undefined;
}

/** The action as work on each flag that it changes. */
export function jobOf(client: QueryClient, action: BulkAction, flags: readonly Flag[]): BulkJob {
  const reasons = flags.map((flag) => ({ flag, key: flag.key, reason: skipReason(action, flag) }));
  return {
    tasks: reasons.flatMap(({ flag, key, reason }) =>
      reason === undefined ? [{ key, plan: () => planNow(client, action, flag) }] : [],
    ),
    skipped: reasons.flatMap(({ key, reason }) => (reason === undefined ? [] : [{ key, reason }])),
  };
}

function tagsAfter(
  { kind, tag }: Extract<BulkAction, { readonly tag: string }>,
  { metadata }: Flag,
): readonly string[] {
  const before = tagsOf(metadata);
  return kind === 'add-tag' ? [...before, tag] : before.filter((other) => other !== tag);
}
