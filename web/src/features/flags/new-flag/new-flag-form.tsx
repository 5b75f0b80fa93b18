import { ChevronDown } from 'lucide-react';
import { type ReactElement } from 'react';
import { useShortcut } from '@/app/shortcuts';
import { useWriteBlock } from '@/changes';
import { MetadataEditor, TagsField } from '@/components/metadata';
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
import { namespacePath } from '@/app/namespace';
import { commonCopy } from '@/copy/common';
import { newFlagCopy as copy } from '@/copy/new-flag';
import { formatCounted } from '@/lib/numbers';
import { type SegmentDraft } from '@/lib/plan';
import { keyWarning } from '@/lib/validation';
import { type FlagForm, withKey, withName } from './flag-form';
import { type Template, templates } from './templates';
import { TargetingNote } from './targeting-note';
import { useNewFlag } from './use-new-flag';
import { VariantRows } from './variant-rows';

interface NewFlagFormProps {
  /** What its draft is kept under. */
  readonly draft: string;
  readonly namespaceKey: string;
  readonly begun: FlagForm;
  /** Keys of the flags that are there. */
  readonly taken: ReadonlySet<string>;
  readonly template: Template | undefined;
  readonly onTemplate: (template: Template | undefined) => void;
  /** Created before the flag, which needs it. */
  readonly newSegment: SegmentDraft | undefined;
}

/** The fields of a new flag and how it is created. */
export function NewFlagForm(props: NewFlagFormProps): ReactElement {
  const { namespaceKey, taken, template, onTemplate, newSegment } = props;
  const { fields } = copy;
  const block = useWriteBlock(copy.action);
  const { form, change, shown, leave, isSaving, isTouched, create, element } = useNewFlag(props);
  const submit = (): void => void create('open');
  const shortcut = { label: commonCopy.create, where: copy.title, inFields: true };
  useShortcut('mod+enter', submit, shortcut);
  useShortcut('mod+s', submit, shortcut);
  const isVariantFlag = form.type === 'VARIANT_FLAG_TYPE';
  return (
    <form
      ref={element}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isTouched && shown.size > 1 && (
        <Banner tone="danger" live>
          {copy.problems(formatCounted(shown.size, 'field'))}
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
        value={form.name}
        error={shown.get('name')}
        onBlur={() => {
          leave('name');
        }}
        onChange={(event) => {
          change(withName(form, event.currentTarget.value));
        }}
      />
      <TextField
        id="key"
        label={fields.key}
        mono
        value={form.key}
        description={keyWarning(form.key) ?? fields.keyHint}
        error={
          shown.has('key') && (
            <>
              {shown.get('key')}{' '}
              {taken.has(form.key) && (
                <Link inText to={namespacePath(namespaceKey, 'flags', form.key)}>
                  {copy.taken(form.key)}
                </Link>
              )}
            </>
          )
        }
        onBlur={() => {
          leave('key');
        }}
        onChange={(event) => {
          change(withKey(form, event.currentTarget.value));
        }}
      />
      <div className="flex flex-col gap-1">
        <RadioGroup
          label={fields.type}
          value={form.type}
          options={(['VARIANT_FLAG_TYPE', 'BOOLEAN_FLAG_TYPE'] as const).map((value) => ({
            value,
            label: copy.types[value].label,
            description: copy.types[value].text,
          }))}
          onChange={(type) => {
            change({ ...form, type });
          }}
        />
        <p className="text-secondary text-muted">{fields.typeHint}</p>
      </div>
      <TextArea
        id="description"
        label={fields.description}
        optional
        rows={2}
        value={form.description}
        onChange={(event) => {
          change({ ...form, description: event.currentTarget.value });
        }}
      />
      {isVariantFlag ? (
        <Switch
          label={fields.enabled}
          description={fields.enabledHint}
          checked={form.enabled}
          onChange={(enabled) => {
            change({ ...form, enabled });
          }}
        />
      ) : (
        <RadioGroup
          label={fields.defaultValue}
          inline
          value={form.enabled ? 'true' : 'false'}
          options={[
            { value: 'true', label: copy.true },
            { value: 'false', label: copy.false },
          ]}
          onChange={(value) => {
            change({ ...form, enabled: value === 'true' });
          }}
        />
      )}
      {isVariantFlag && <VariantRows form={form} problems={shown} onChange={change} onLeave={leave} />}
      <TargetingNote form={form} onChange={change} newSegment={newSegment} />
      <TagsField
        draft={form.metadata}
        onChange={(metadata) => {
          change({ ...form, metadata });
        }}
      />
      <MetadataEditor
        draft={form.metadata}
        error={shown.get('metadata')}
        onChange={(metadata) => {
          change({ ...form, metadata });
        }}
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
          <MenuItem onSelect={() => void create('another')}>{copy.createAnother}</MenuItem>
        </Menu>
        <Button type="submit" variant="primary" busy={isSaving} blocked={block}>
          {commonCopy.create}
        </Button>
      </footer>
    </form>
  );
}
