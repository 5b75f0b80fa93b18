import { type ReactElement } from 'react';
import { type Segment } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { CopyButton } from '@/components/copy-button';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { segmentsCopy as copy } from '@/copy/segments';
import { validationCopy } from '@/copy/validation';
import { MatchTypeField } from './match-type-field';
import { useDetailsForm } from './use-details-form';

/** Name, description and match type of a segment, saved together. */
export function DetailsCard({ segment }: { readonly segment: Segment }): ReactElement {
  const block = useWriteBlock(copy.actions.update);
  const form = useDetailsForm(segment);
  const { values, change, isDirty, conflicts, reset } = form.editing;
  const save = (): void => {
    void form.save();
  };
  return (
    <Card title={copy.details}>
      <form
        className="flex flex-col gap-4"
        onKeyDown={saveKeys(save)}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {conflicts.length > 0 && <ChangedElsewhere onShow={() => void form.showConflicts()} />}
        <TextField
          label={copy.fields.name}
          value={values.name}
          error={values.name.trim() === '' ? validationCopy.name : form.serverErrors.name}
          blocked={block}
          onChange={(event) => {
            change('name', event.currentTarget.value);
          }}
        />
        <TextField
          label={copy.fields.key}
          mono
          readOnly
          value={segment.key}
          description={copy.keyFixed}
          trailing={<CopyButton text={segment.key} label={copy.copyKey} />}
        />
        <TextArea
          label={copy.fields.description}
          rows={2}
          value={values.description}
          error={form.serverErrors.description}
          blocked={block}
          onChange={(event) => {
            change('description', event.currentTarget.value);
          }}
        />
        <MatchTypeField
          value={values.matchType}
          blocked={block}
          onChange={(matchType) => {
            change('matchType', matchType);
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            type="submit"
            busy={form.isSaving}
            disabled={!form.canSave}
            blocked={block}
          >
            {commonCopy.update}
          </Button>
          <Button disabled={!isDirty} onClick={reset}>
            {commonCopy.reset}
          </Button>
        </div>
      </form>
      {form.dialog}
    </Card>
  );
}
