import { type ReactElement } from 'react';
import { type Flag } from '@/api/types';
import { usePlans, useWriteBlock } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { flagCopy } from '@/copy/flag';
import { type FlagContents } from '@/lib/model';
import { joinPlans, type Plan, planRolloutDelete, planRuleDelete, planVariantDelete } from '@/lib/plan';
import { useFlagContents } from './use-flag-contents';

/** What a flag has that only the other type uses. */
export function Leftovers({ flag }: { readonly flag: Flag }): ReactElement | null {
  const copy = flagCopy.leftovers;
  const contents = useFlagContents(flag.namespaceKey, flag);
  const plans = usePlans();
  const block = useWriteBlock(flagCopy.actions.update);
  const notices = contents === undefined ? [] : noticesOf(contents);
  if (contents === undefined || notices.length === 0) return null;
  const remove = async (): Promise<void> => {
    await plans.run(planRemoval(contents), {
      review: true,
      success: copy.removed,
      action: flagCopy.actions.update,
    });
  };
  return (
    <Banner
      actions={
        <Button size="compact" blocked={block} onClick={() => void remove()}>
          {copy.remove}
        </Button>
      }
    >
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Banner>
  );
}

function noticesOf({ flag, rules, rollouts }: FlagContents): readonly string[] {
  const copy = flagCopy.leftovers;
  if (flag.type === 'VARIANT_FLAG_TYPE') return rollouts.length === 0 ? [] : [copy.rollouts(rollouts.length)];
  return [
    ...(flag.variants.length === 0 ? [] : [copy.variants(flag.variants.length)]),
    ...(rules.length === 0 ? [] : [copy.rules(rules.length)]),
  ];
}

/** Removes them, without a way back: each on its own could be restored, all of them would need each other's ids. */
function planRemoval({ flag, rules, rollouts }: FlagContents): Plan {
  const removals =
    flag.type === 'VARIANT_FLAG_TYPE'
      ? rollouts.map((rollout) => planRolloutDelete({ flag, rollouts }, rollout))
      : [
          ...rules.map((rule) => planRuleDelete({ flag, rules }, rule)),
          ...flag.variants.map((variant) => planVariantDelete(flag, [], variant)),
        ];
  const title = flagCopy.leftovers.title(flag.key);
  const { changes, steps } = joinPlans({ title, namespaceKey: flag.namespaceKey }, removals);
  return { title, namespaceKey: flag.namespaceKey, changes, steps };
}
