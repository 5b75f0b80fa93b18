import { ChevronDown } from 'lucide-react';
import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { useShortcut } from '@/app/shortcuts';
import { useRefusal, useWriteBlock, useSaveWords } from '@/changes';
import { MetadataEditor, metadataOfDraft, TagsField } from '@/components/metadata';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { ButtonLink, Link } from '@/components/ui/link';
import { Menu, MenuItem } from '@/components/ui/menu';
import { RadioGroup } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { newFlagCopy as copy } from '@/copy/new-flag';
import { formatCounted } from '@/lib/numbers';
import { keyAfter } from '@/lib/slug';
import { type Template, templates } from './templates';
import { TargetingNote } from './targeting-note';
import { type NewFlagOptions, useNewFlag } from './use-new-flag';
import { VariantRows } from './variant-rows';

interface NewFlagFormProps extends NewFlagOptions {
  readonly template: Template | undefined;
  readonly onTemplate: (template: Template | undefined) => void;
}

/** The fields of a new flag and how it is created. */
export function NewFlagForm({ template, onTemplate, ...options }: NewFlagFormProps): ReactElement {
  const { namespaceKey, taken, newSegment } = options;
  const { fields } = copy;
  const block = useWriteBlock(copy.action);
  const refusal = useRefusal(copy.action, 'CreateChange', namespaceKey);
  const form = useNewFlag(options);
  const { values, errors, enter } = form;
  const { key } = values;
  const saveWords = useSaveWords(
    { namespaceKey, key, metadata: metadataOfDraft(values.metadata) ?? {} },
    commonCopy.create,
  );
  const submit = (): void => void form.submit();
  const shortcut = { label: saveWords, where: copy.title, inFields: true };
  useShortcut('mod+enter', submit, shortcut);
  useShortcut('mod+s', submit, shortcut);
  const wrong = Object.keys(errors).length;
  const isVariantFlag = values.type === 'variant';
  return (
    // The shortcuts of the page save it, wherever the focus is.
    <form {...form.element} onKeyDown={undefined} className="flex flex-col gap-5">
      {refusal !== undefined && <Banner>{refusal}</Banner>}
      {form.isTried && wrong > 1 && (
        <Banner tone="danger" live>
          {copy.problems(formatCounted(wrong, 'field'))}
        </Banner>
      )}
      <Select
        label={fields.template}
        value={template ?? 'blank'}
        options={(['blank', ...templates] as const).map((value) => ({
          value,
          label: copy.templates[value].label,
          description: copy.templates[value].text,
        }))}
        onChange={(next) => {
          onTemplate(next === 'blank' ? undefined : next);
        }}
      />
      <TextField
        id="name"
        label={fields.name}
        // The first thing that is done here.
        autoFocus
        {...form.text('name')}
        onChange={({ currentTarget: { value } }) => {
          enter({ name: value, key: keyAfter(values, value) });
        }}
      />
      <TextField
        id="key"
        label={fields.key}
        mono
        description={fields.keyHint}
        {...form.text('key')}
        error={
          errors.key !== undefined && (
            <>
              {errors.key}{' '}
              {taken.has(key) && (
                <Link inText to={namespacePath(namespaceKey, 'flags', key)}>
                  {copy.taken(key)}
                </Link>
              )}
            </>
          )
        }
      />
      <div className="flex flex-col gap-1">
        <RadioGroup
          label={fields.type}
          {...form.field('type')}
          options={(['variant', 'boolean'] as const).map((value) => ({
            value,
            label: copy.types[value].label,
            description: copy.types[value].text,
          }))}
        />
        <p className="text-secondary text-muted">{fields.typeHint}</p>
      </div>
      <TextArea id="description" label={fields.description} optional rows={2} {...form.text('description')} />
      {isVariantFlag ? (
        <Switch
          label={fields.enabled}
          description={fields.enabledHint}
          checked={values.enabled}
          onChange={form.field('enabled').onChange}
        />
      ) : (
        <RadioGroup
          label={fields.defaultValue}
          inline
          value={values.enabled ? 'true' : 'false'}
          options={[
            { value: 'true', label: copy.true },
            { value: 'false', label: copy.false },
          ]}
          onChange={(value) => {
            enter({ enabled: value === 'true' });
          }}
        />
      )}
      {isVariantFlag && <VariantRows form={form} />}
      <TargetingNote form={values} onChange={enter} newSegment={newSegment} />
      <TagsField draft={values.metadata} onChange={form.field('metadata').onChange} />
      <MetadataEditor
        draft={values.metadata}
        error={errors.metadata}
        onChange={form.field('metadata').onChange}
      />
      <footer className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-border bg-canvas py-3">
        <ButtonLink to={namespacePath(namespaceKey, 'flags')}>{commonCopy.cancel}</ButtonLink>
        <Menu
          blocked={block}
          trigger={
            <IconButton label={copy.moreWays} variant="secondary" size="regular">
              <ChevronDown aria-hidden size={16} />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => void form.submit({ isFollowed: true })}>{copy.createAnother}</MenuItem>
        </Menu>
        <Button type="submit" variant="primary" busy={form.isSaving} blocked={block}>
          {saveWords}
        </Button>
      </footer>
    </form>
  );
}
