import { bulkCopy as copy } from '@/copy/bulk';
import { flagWords } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { joinPlans, type Plan, planFlagDelete, planFlagMetadata, planFlagSwitch } from '@/lib/plan';
import { tagsOf, withTags } from '@/lib/tags';

/** What is done to all selected flags. */
export type BulkAction =
  | { readonly kind: 'switch'; readonly enabled: boolean }
  | { readonly kind: 'default-value'; readonly value: boolean }
  | { readonly kind: 'add-tag'; readonly tag: string }
  | { readonly kind: 'remove-tag'; readonly tag: string }
  | { readonly kind: 'delete' };

function titleOf(action: BulkAction, count: number): string {
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
      if (flag.type !== 'variant') return notVariant;
      return flag.isEnabled === action.enabled ? same : undefined;
    case 'default-value':
      if (flag.type !== 'boolean') return notBoolean;
      return flag.isEnabled === action.value ? same : undefined;
    case 'add-tag':
      return tagsOf(flag.metadata).includes(action.tag) ? same : undefined;
    case 'remove-tag':
      return tagsOf(flag.metadata).includes(action.tag) ? undefined : same;
    case 'delete':
      return undefined;
  }
}

/** What the action does to one flag. */
function previewOf(action: BulkAction, flag: Flag): Plan {
  switch (action.kind) {
    case 'switch':
      return planFlagSwitch(flag, action.enabled);
    case 'default-value':
      return planFlagSwitch(flag, action.value);
    case 'add-tag':
    case 'remove-tag':
      return planFlagMetadata(flag, withTags(flag.metadata, tagsAfter(action, flag)));
    case 'delete':
      return planFlagDelete({ ...flag, rules: [], rollouts: [] });
  }
}

/** The plan that does the action to all flags that it changes, as one change. */
export function planBulk(action: BulkAction, namespaceKey: string, flags: readonly Flag[]): Plan {
  const changing = flags.filter((flag) => skipReason(action, flag) === undefined);
  return joinPlans(
    { title: titleOf(action, changing.length), namespaceKey },
    changing.map((flag) => previewOf(action, flag)),
  );
}

function tagsAfter(
  { kind, tag }: Extract<BulkAction, { readonly tag: string }>,
  { metadata }: Flag,
): readonly string[] {
  const before = tagsOf(metadata);
  return kind === 'add-tag' ? [...before, tag] : before.filter((other) => other !== tag);
}
