import { type ReactElement, useState } from 'react';
import { usePlans, useRestoredDraft, useSaveWords } from '@/changes';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { guideCopy } from '@/copy/guide';
import { emptyFlag } from '@/lib/empty-flag';
import { planFlagCreate } from '@/lib/plan';
import { slugOf } from '@/lib/slug';
import * as z from '@/lib/zod';

const copy = guideCopy.steps;

const kept = z.object({ name: z.string() });

/** Makes a boolean flag of nothing but a name. */
export function FirstFlag({ namespaceKey }: { readonly namespaceKey: string }): ReactElement {
  const plans = usePlans();
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  useRestoredDraft({
    name: `flag-first/${namespaceKey}`,
    schema: kept,
    values: name === '' ? undefined : { name },
    restore: (before) => {
      setName(before.name);
    },
  });
  const key = slugOf(name);
  const saveWords = useSaveWords({ namespaceKey, key }, commonCopy.create);
  const create = async (): Promise<void> => {
    setBusy(true);
    await plans.run(planFlagCreate(namespaceKey, { ...emptyFlag, key, name: name.trim(), type: 'boolean' }));
    setBusy(false);
  };
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== '') void create();
      }}
    >
      <TextField
        label={copy.name}
        description={copy.createText}
        className="max-w-96 flex-1 basis-60"
        value={name}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      <Button type="submit" busy={isBusy} disabled={key === ''}>
        {saveWords}
      </Button>
    </form>
  );
}
