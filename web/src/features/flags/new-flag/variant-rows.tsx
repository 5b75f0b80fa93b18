import { Plus, Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type Form } from '@/changes/editing';
import { JsonEditor } from '@/components/json-editor';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { newFlagCopy } from '@/copy/new-flag';
import { type FlagForm, type VariantRow, withoutVariant, withVariant } from './flag-form';
import { variantField } from './form-problems';

const copy = newFlagCopy.variants;

interface VariantRowsProps {
  readonly form: Form<FlagForm>;
}

/** The variants a flag begins with, and which of them is the default. */
export function VariantRows({ form }: VariantRowsProps): ReactElement {
  const { values, enter } = form;
  const { variants, defaultRow } = values;
  const named = variants.filter(({ key }) => key !== '');
  return (
    <section aria-label={copy.title} className="flex flex-col gap-3">
      <div>
        <h2 className="font-medium">{copy.title}</h2>
        <p className="text-secondary text-muted">{copy.description}</p>
      </div>
      {variants.map((row, index) => (
        <VariantFields
          key={row.id}
          row={row}
          position={index + 1}
          form={form}
          onChange={(changed) => {
            enter({ variants: variants.map((other) => (other.id === row.id ? changed : other)) });
          }}
          onRemove={() => {
            enter(withoutVariant(values, row.id));
          }}
        />
      ))}
      <Button
        size="compact"
        className="self-start"
        icon={<Plus aria-hidden size={16} />}
        onClick={() => {
          enter(withVariant(values));
        }}
      >
        {copy.add}
      </Button>
      {named.length > 0 && (
        <Select
          label={copy.default}
          description={copy.defaultHint}
          value={defaultRow === null ? '' : String(defaultRow)}
          options={[
            { value: '', label: copy.none },
            ...named.map(({ id, key }) => ({ value: String(id), label: key })),
          ]}
          onChange={(id) => {
            enter({ defaultRow: id === '' ? null : Number(id) });
          }}
        />
      )}
    </section>
  );
}

interface VariantFieldsProps {
  readonly row: VariantRow;
  readonly position: number;
  readonly form: Form<FlagForm>;
  readonly onChange: (row: VariantRow) => void;
  readonly onRemove: () => void;
}

function VariantFields(props: VariantFieldsProps): ReactElement {
  const { row, position, form, onChange, onRemove } = props;
  const [isOpen, setOpen] = useState(row.attachment !== '');
  const keyField = variantField(row.id, 'key');
  const attachmentField = variantField(row.id, 'attachment');
  return (
    <div
      role="group"
      aria-label={copy.group(position)}
      className="flex flex-col gap-2 rounded-card border border-border bg-surface p-3"
    >
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label={copy.key}
          mono
          className="min-w-32 flex-1"
          value={row.key}
          error={form.errors[keyField]}
          onBlur={() => {
            form.leave(keyField);
          }}
          onChange={(event) => {
            onChange({ ...row, key: event.currentTarget.value });
          }}
        />
        <TextField
          label={copy.name}
          optional
          className="min-w-32 flex-1"
          value={row.name}
          onChange={(event) => {
            onChange({ ...row, name: event.currentTarget.value });
          }}
        />
        <IconButton label={copy.remove(position)} size="regular" className="mt-6" onClick={onRemove}>
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </div>
      <Disclosure label={copy.showAttachment} open={isOpen} onOpenChange={setOpen}>
        <JsonEditor
          label={copy.attachment}
          hideLabel
          description={copy.attachmentHint}
          rows={3}
          value={row.attachment}
          error={form.errors[attachmentField]}
          onChange={(attachment) => {
            onChange({ ...row, attachment });
          }}
        />
      </Disclosure>
    </div>
  );
}
