import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { useUnsavedForm, useWriteBlock } from '@/changes';
import { AudienceDot } from '@/components/audience-dot';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LazySelect } from '@/components/ui/lazy-select';
import { commonCopy } from '@/copy/common';
import { rulesCopy } from '@/copy/rules';
import { planDefaultVariant } from '@/lib/plan';
import * as z from '@/lib/zod';
import { useFlagPlan } from '../targeting/use-flag-plan';
import { useTellEdit } from '../unsaved-edits';

const copy = rulesCopy.defaultRule;

const fields = z.object({ variantId: z.exactOptional(z.string()) });

/** What entities get that no rule decides for. */
export function DefaultRuleCard({ flag }: { readonly flag: Flag }): ReactElement {
  const block = useWriteBlock(rulesCopy.actions.defaultVariant);
  const { run, isSaving } = useFlagPlan(flag);
  const [chosen, setChosen] = useState<string>();
  const stored = flag.defaultVariant?.id;
  const isDirty = chosen !== undefined && chosen !== stored;

  const save = async (variantId: string | undefined): Promise<boolean> => {
    const isSaved = await run((freshest) => planDefaultVariant(freshest, variantId), {
      success: variantId === undefined ? copy.removed : copy.updated,
      action: rulesCopy.actions.defaultVariant,
    });
    if (isSaved) setChosen(undefined);
    return isSaved;
  };
  const defaultVariant = flag.variants.find(({ id }) => id === chosen);
  useTellEdit(isDirty ? { of: 'flag', flag: { defaultVariant } } : undefined);
  useUnsavedForm({
    name: `flag/${flag.namespaceKey}/${flag.key}/default-rule`,
    schema: fields,
    values: isDirty ? { variantId: chosen } : undefined,
    restore: ({ variantId }) => {
      if (flag.variants.some(({ id }) => id === variantId)) setChosen(variantId);
    },
    save: () => save(chosen),
  });

  return (
    <Card level={3} title={copy.title} description={copy.description}>
      <form
        aria-label={copy.title}
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty) void save(chosen);
        }}
      >
        <LazySelect
          label={copy.variant}
          className="min-w-56 flex-1"
          mono
          data-testid="variant-default-select-button"
          placeholder={copy.none}
          value={chosen ?? stored}
          blocked={block ?? (flag.variants.length === 0 ? rulesCopy.modes.needsVariants : undefined)}
          options={flag.variants.map(({ id, key }, index) => ({
            value: id,
            label: key,
            icon: <AudienceDot tone={{ kind: 'variant', index }} />,
          }))}
          onChange={setChosen}
        />
        <Button type="submit" variant="primary" busy={isSaving} disabled={!isDirty} blocked={block}>
          {commonCopy.update}
        </Button>
        <Button disabled={stored === undefined} blocked={block} onClick={() => void save(undefined)}>
          {copy.remove}
        </Button>
      </form>
    </Card>
  );
}
