import { type ReactElement } from 'react';
import { useSaveWords, useWriteBlock } from '@/changes';
import { FormDrawer } from '@/changes/editing';
import { JsonDiff } from '@/components/json-diff';
import { JsonEditor } from '@/components/json-editor';
import { JsonTree } from '@/components/json-tree';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { laidOutJson } from '@/lib/json-layout';
import { type Flag, type Variant } from '@/lib/model';
import { bytesOf } from './attachment-summary';
import { useVariantForm } from './use-variant-form';

interface VariantFormProps {
  readonly flag: Flag;
  /** Undefined for a new one. */
  readonly variant: Variant | undefined;
  /** What a new one begins as. */
  readonly original: Variant | undefined;
  readonly onClose: () => void;
}

/** Key, name, description and attachment of a variant, in a drawer. */
export function VariantForm({ flag, variant, original, onClose }: VariantFormProps): ReactElement {
  const copy = flagCopy.variant;
  const labels = flagCopy.variants;
  const block = useWriteBlock(flagCopy.actions.update);
  const form = useVariantForm({ flag, variant, original, onSaved: onClose });
  const action = useSaveWords(flag, variant === undefined ? commonCopy.create : commonCopy.update);
  const { values, change } = form.editing;
  const size = (bytesOf(values.attachment) / 1_024).toFixed(1);
  const isAttachmentChanged = variant !== undefined && values.attachment !== variant.attachment;
  return (
    <FormDrawer
      form={form}
      title={variant === undefined ? copy.newTitle : copy.editTitle}
      action={action}
      onClose={onClose}
      blocked={block}
    >
      <TextField
        id="key"
        label={labels.key}
        description={copy.keyHint}
        mono
        value={values.key}
        error={form.problems.key}
        blocked={block}
        onBlur={form.onKeyLeft}
        onChange={(event) => {
          change('key', event.currentTarget.value);
        }}
      />
      {variant !== undefined && values.key !== variant.key && (
        <Banner tone="warn" live>
          {copy.rename(variant.key)}
        </Banner>
      )}
      <TextField
        label={labels.name}
        optional
        value={values.name}
        blocked={block}
        onChange={(event) => {
          change('name', event.currentTarget.value);
        }}
      />
      <TextArea
        id="description"
        label={labels.description}
        optional
        rows={2}
        value={values.description}
        blocked={block}
        onChange={(event) => {
          change('description', event.currentTarget.value);
        }}
      />
      <JsonEditor
        label={labels.attachment}
        description={copy.attachmentHint(size)}
        value={values.attachment}
        error={form.problems.attachment}
        readOnly={block !== undefined}
        onSubmit={() => void form.submit()}
        onChange={(attachment) => {
          change('attachment', attachment);
        }}
      />
      <Button
        size="compact"
        className="self-start"
        disabled={values.attachment === '' || form.problems.attachment !== undefined}
        blocked={block}
        onClick={() => {
          change('attachment', laidOutJson(values.attachment));
        }}
      >
        {copy.format}
      </Button>
      <Disclosure label={copy.preview}>
        <JsonTree label={copy.preview} text={values.attachment} />
      </Disclosure>
      {isAttachmentChanged && (
        <Disclosure label={copy.differences}>
          <JsonDiff label={copy.differences} before={variant.attachment} after={values.attachment} />
        </Disclosure>
      )}
    </FormDrawer>
  );
}
