import { type ReactElement } from 'react';
import { type Flag } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { CopyButton } from '@/components/copy-button';
import { MetadataEditor, TagsField } from '@/components/metadata';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RadioGroup } from '@/components/ui/radio-group';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { validationCopy } from '@/copy/validation';
import { useDetailsForm } from './use-details-form';

/** Name, description, default value and metadata of a flag, saved together. */
export function DetailsCard({ flag }: { readonly flag: Flag }): ReactElement {
  const copy = flagCopy.details;
  const block = useWriteBlock(flagCopy.actions.update);
  const form = useDetailsForm(flag);
  const { values, change, isDirty, conflicts, reset } = form.editing;
  const save = (review = false): void => {
    void form.save({ review });
  };
  return (
    <Card title={copy.title}>
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
          label={copy.name}
          value={values.name}
          error={values.name.trim() === '' ? validationCopy.name : form.serverErrors.name}
          blocked={block}
          onChange={(event) => {
            change('name', event.currentTarget.value);
          }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={copy.key}
            mono
            readOnly
            value={flag.key}
            trailing={<CopyButton text={flag.key} label={flagCopy.header.copyKey} />}
          />
          <TextField
            label={copy.type}
            readOnly
            value={flagWords.types[flag.type]}
            description={copy.typeHint}
          />
        </div>
        <TextArea
          label={copy.description}
          rows={2}
          value={values.description}
          error={form.serverErrors.description}
          blocked={block}
          onChange={(event) => {
            change('description', event.currentTarget.value);
          }}
        />
        {values.defaultValue !== undefined && (
          <div>
            <RadioGroup
              label={flagWords.defaultValue}
              value={values.defaultValue ? 'true' : 'false'}
              options={[
                { value: 'true', label: flagWords.true },
                { value: 'false', label: flagWords.false },
              ]}
              inline
              blocked={block}
              onChange={(value) => {
                change('defaultValue', value === 'true');
              }}
            />
            <p className="mt-1 text-secondary text-muted">{copy.defaultHint}</p>
          </div>
        )}
        <TagsField
          draft={values.metadata}
          blocked={block}
          onChange={(metadata) => {
            change('metadata', metadata);
          }}
        />
        <MetadataEditor
          draft={values.metadata}
          error={form.serverErrors.metadata}
          blocked={block}
          onChange={(metadata) => {
            change('metadata', metadata);
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
          <Button
            variant="ghost"
            disabled={!form.canSave}
            blocked={block}
            onClick={() => {
              save(true);
            }}
          >
            {commonCopy.review}
          </Button>
        </div>
      </form>
      {form.dialog}
    </Card>
  );
}
