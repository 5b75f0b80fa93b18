import { type ReactElement } from 'react';
import { type Flag, type Variant } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { ChangedElsewhere, saveKeys } from '@/changes/editing';
import { JsonDiff } from '@/components/json-diff';
import { JsonEditor } from '@/components/json-editor';
import { JsonTree } from '@/components/json-tree';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { Drawer } from '@/components/ui/drawer';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { laidOutJson } from '@/lib/json-layout';
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
  const form = useVariantForm({ flag, variant, original, onClose });
  const { values, change, conflicts } = form.editing;
  const save = (): void => {
    void form.save();
  };
  const size = (bytesOf(values.attachment) / 1_024).toFixed(1);
  const isAttachmentChanged = variant !== undefined && values.attachment !== variant.attachment;
  return (
    <Drawer
      open
      title={variant === undefined ? copy.newTitle : copy.editTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button
            variant="primary"
            busy={form.isSaving}
            disabled={!form.canSave}
            blocked={block}
            onClick={save}
          >
            {variant === undefined ? commonCopy.create : commonCopy.update}
          </Button>
        </>
      }
    >
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
          onSubmit={save}
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
      </form>
      {form.dialog}
    </Drawer>
  );
}
