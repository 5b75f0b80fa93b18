import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode } from 'react';
import { shownFlag, useSaveWords, useWriteBlock } from '@/changes';
import { ChangedElsewhere, SaveButton, useStoredForm } from '@/changes/editing';
import { Card } from '@/components/ui/card';
import { LazySelect } from '@/components/ui/lazy-select';
import { type SelectProps } from '@/components/ui/select';
import { commonCopy } from '@/copy/common';
import { type FlagEdit } from '@/lib/flag-edits';
import { type Flag } from '@/lib/model';
import { type Plan } from '@/lib/plan';
import * as z from '@/lib/zod';
import { useTellEdit } from '../unsaved-edits';
import { type PlanLibrary } from './use-flag-plan';

const fields = z.object({ value: z.exactOptional(z.string()) });

interface DefaultCardProps {
  readonly flag: Flag;
  /** In the name of its draft. */
  readonly name: string;
  readonly copy: { readonly title: string; readonly description: string; readonly updated: string };
  /** Completes "You are not allowed to …". */
  readonly action: string;
  /** The value of a flag among the options; `''` for none. */
  readonly valueOf: (flag: Flag) => string;
  readonly planOf: (flag: Flag, value: string, library: PlanLibrary) => Plan;
  readonly editOf: (value: string) => Extract<FlagEdit, { readonly of: 'flag' }>['flag'];
  readonly select: Omit<SelectProps<string>, 'value' | 'onChange'>;
  /** What else can be done. @param reset Forgets what was chosen. */
  readonly actions?: (reset: () => void) => ReactNode;
}

/** What entities get that no rule or rollout decides for. */
export function DefaultCard({
  flag,
  name,
  copy,
  action,
  valueOf,
  planOf,
  editOf,
  select,
  actions,
}: DefaultCardProps): ReactElement {
  const { namespaceKey, key } = flag;
  const client = useQueryClient();
  const block = useWriteBlock(action);
  const saveWords = useSaveWords(flag, commonCopy.update);
  const optionOf = (value: string) => select.options.find((option) => option.value === value);
  const form = useStoredForm({
    stored: { value: valueOf(flag) },
    texts: { value: (value) => optionOf(value)?.label ?? value },
    labels: { value: select.label },
    isValid: ({ value }) => optionOf(value) !== undefined,
    read: () => shownFlag(client, namespaceKey, key),
    valuesOf: (shown) => ({ value: valueOf(shown) }),
    planOf: async (shown, { value }) => planOf(shown, value, await import('@/lib/plan')),
    success: copy.updated,
    action,
    draft: { name: `flag/${namespaceKey}/${key}/${name}`, fields },
  });
  const { values, conflicts, change, reset } = form.editing;
  useTellEdit(form.canSave ? { of: 'flag', flag: editOf(values.value) } : undefined);
  return (
    <Card level={3} title={copy.title} description={copy.description}>
      <form aria-label={copy.title} className="flex flex-wrap items-end gap-2" {...form.element}>
        {conflicts.length > 0 && (
          <div className="w-full">
            <ChangedElsewhere onShow={() => void form.showConflicts()} />
          </div>
        )}
        <LazySelect
          {...select}
          value={values.value === '' ? undefined : values.value}
          blocked={block ?? select.blocked}
          onChange={(value) => {
            change('value', value);
          }}
        />
        <SaveButton form={form} blocked={block}>
          {saveWords}
        </SaveButton>
        {actions?.(reset)}
      </form>
      {form.dialog}
    </Card>
  );
}
