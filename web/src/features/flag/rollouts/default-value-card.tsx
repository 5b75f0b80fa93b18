import { type ReactElement, useState } from 'react';
import { type Flag } from '@/api/types';
import { useUnsavedForm, useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LazySelect } from '@/components/ui/lazy-select';
import { commonCopy } from '@/copy/common';
import { rolloutsCopy } from '@/copy/rollouts';
import { planFlagSwitch } from '@/lib/plan';
import * as z from '@/lib/zod';
import { useFlagPlan } from '../targeting/use-flag-plan';
import { useTellEdit } from '../unsaved-edits';
import { valueText } from './rollout-values';

const copy = rolloutsCopy.defaultValue;

const fields = z.object({ value: z.exactOptional(z.boolean()) });

/** What entities get that no rollout decides for. */
export function DefaultValueCard({ flag }: { readonly flag: Flag }): ReactElement {
  const block = useWriteBlock(rolloutsCopy.actions.defaultValue);
  const { run, isSaving } = useFlagPlan(flag);
  const [chosen, setChosen] = useState<boolean>();
  const value = chosen ?? flag.enabled;
  const isDirty = value !== flag.enabled;

  const save = async (): Promise<boolean> => {
    const isSaved = await run((freshest) => planFlagSwitch(freshest, value), {
      success: copy.updated,
      action: rolloutsCopy.actions.defaultValue,
    });
    if (isSaved) setChosen(undefined);
    return isSaved;
  };
  useTellEdit(isDirty ? { of: 'flag', flag: { enabled: value } } : undefined);
  useUnsavedForm({
    name: `flag/${flag.namespaceKey}/${flag.key}/default-value`,
    schema: fields,
    values: isDirty ? { value } : undefined,
    restore: (kept) => {
      setChosen(kept.value);
    },
    save,
  });

  return (
    <Card level={3} title={copy.title} description={copy.description}>
      <form
        aria-label={copy.title}
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty) void save();
        }}
      >
        <LazySelect
          label={copy.title}
          hideLabel
          className="min-w-32"
          value={value ? 'true' : 'false'}
          blocked={block}
          options={[
            { value: 'true', label: valueText(true) },
            { value: 'false', label: valueText(false) },
          ]}
          onChange={(next) => {
            setChosen(next === 'true');
          }}
        />
        <Button type="submit" variant="primary" busy={isSaving} disabled={!isDirty} blocked={block}>
          {commonCopy.update}
        </Button>
      </form>
    </Card>
  );
}
