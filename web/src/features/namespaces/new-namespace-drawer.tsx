import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type Namespace } from '@/api/types';
import { usePlans, useWriteBlock } from '@/changes';
import { useDrawerForm } from '@/changes/drawer-form';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { namespacesCopy } from '@/copy/namespaces';
import { slugOf } from '@/lib/slug';
import { keyWarning } from '@/lib/validation';
import {
  emptyNamespace,
  type NamespaceForm,
  namespaceValuesSchema,
  newNamespaceSchema,
} from './namespace-form';
import { showsFieldError } from './shows-field-error';
import { useCreation } from './use-creation';

interface NewNamespaceDrawerProps {
  readonly namespaces: readonly Namespace[];
  /** The one that its flags and segments are copied from; undefined for an empty one. */
  readonly source: Namespace | undefined;
  readonly onClose: () => void;
}

/** Makes a namespace; its key follows its name until somebody changes it. */
export function NewNamespaceDrawer({ namespaces, source, onClose }: NewNamespaceDrawerProps): ReactElement {
  const copy = namespacesCopy.form;
  const formId = useId();
  const plans = usePlans();
  const planCreation = useCreation(source);
  const [followsName, setFollowsName] = useState(true);
  const action = namespacesCopy.action.create;
  const blocked = useWriteBlock(action);
  const resolver = useMemo(
    () => standardSchemaResolver<NamespaceForm, unknown, NamespaceForm>(newNamespaceSchema(namespaces)),
    [namespaces],
  );
  const form = useForm<NamespaceForm>({ resolver, defaultValues: emptyNamespace, mode: 'onTouched' });
  const { register, control, handleSubmit, setValue, getValues, formState } = form;
  const { errors, isSubmitting } = formState;
  const key = useWatch({ control, name: 'key' });
  const finish = useDrawerForm(form, { draft: 'namespace', schema: namespaceValuesSchema, onClose });

  const followName = (): void => {
    if (!followsName) return;
    setValue('key', slugOf(getValues('name')), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const create = handleSubmit(async (values) => {
    const plan = await planCreation(values);
    if (plan === undefined) return;
    const outcome = await plans.run(plan, {
      action,
      success: namespacesCopy.created,
      handles: (error) => showsFieldError(form, error),
    });
    if (outcome !== 'cancelled' && outcome.failure === undefined) finish();
  });

  return (
    <Drawer
      open
      title={source === undefined ? namespacesCopy.new : namespacesCopy.duplicate(source.name)}
      description={source === undefined ? undefined : copy.copies}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} blocked={blocked}>
            {commonCopy.create}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void create(event)} className="flex flex-col gap-5">
        <TextField
          label={copy.name}
          error={errors.name?.message}
          {...register('name', { onChange: followName })}
        />
        <TextField
          mono
          label={copy.key}
          description={keyWarning(key) ?? copy.keyFollows}
          error={errors.key?.message}
          {...register('key', {
            onChange: () => {
              setFollowsName(getValues('key') === '');
            },
          })}
        />
        <TextArea label={copy.description} optional {...register('description')} />
      </form>
    </Drawer>
  );
}
