import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { flagCopy } from '@/copy/flag';
import { type Flag, type FlagContents } from '@/lib/model';
import { useFlagPlan } from './targeting/use-flag-plan';
import { useFlagContents } from './use-flag-contents';

/** What a flag has that only the other type uses. */
export function Leftovers({ flag }: { readonly flag: Flag }): ReactElement | null {
  const copy = flagCopy.leftovers;
  const contents = useFlagContents(flag);
  const { run } = useFlagPlan(flag);
  const block = useWriteBlock(flagCopy.actions.update);
  const notices = contents === undefined ? [] : noticesOf(contents);
  if (contents === undefined || notices.length === 0) return null;
  const remove = async (): Promise<void> => {
    await run((shown, { planRemoveLeftovers }) => planRemoveLeftovers(shown), {
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

function noticesOf({ type, variants, rules, rollouts }: FlagContents): readonly string[] {
  const copy = flagCopy.leftovers;
  if (type === 'variant') return rollouts.length === 0 ? [] : [copy.rollouts(rollouts.length)];
  return [
    ...(variants.length === 0 ? [] : [copy.variants(variants.length)]),
    ...(rules.length === 0 ? [] : [copy.rules(rules.length)]),
  ];
}
