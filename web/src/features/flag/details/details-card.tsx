import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { CardForm } from '@/changes/editing';
import { CopyButton } from '@/components/copy-button';
import { MetadataEditor, TagsField } from '@/components/metadata';
import { Card } from '@/components/ui/card';
import { RadioGroup } from '@/components/ui/radio-group';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { flagCopy } from '@/copy/flag';
import { flagWords } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';
import { useDetailsForm } from './use-details-form';

/** Name, description, default value and metadata of a flag, saved together. */
export function DetailsCard({ flag }: { readonly flag: Flag }): ReactElement {
  const copy = flagCopy.details;
  const block = useWriteBlock(flagCopy.actions.update);
  const form = useDetailsForm(flag);
  const { values, change } = form.editing;
  return (
    <Card title={copy.title}>
      <CardForm subject={flag} form={form} blocked={block}>
        <TextField label={copy.name} blocked={block} {...form.text('name')} />
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
        <TextArea label={copy.description} rows={2} blocked={block} {...form.text('description')} />
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
          error={form.errors.metadata}
          blocked={block}
          onChange={(metadata) => {
            change('metadata', metadata);
          }}
        />
      </CardForm>
    </Card>
  );
}
