import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { detailsOf, fieldOf } from '@/api/api-error';
import { isAuthorizationRequired, metaConfigQuery } from '@/api/meta';
import { isRefusal } from '@/api/session';
import { type CreatedToken, createToken, TOKENS } from '@/api/tokens';
import { useDrawerForm } from '@/changes/drawer-form';
import { ErrorState } from '@/components/error-state';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/drawer';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { tokensCopy } from '@/copy/tokens';
import { ExpiryField } from './expiry-field';
import { ScopeField } from './scope-field';
import { emptyToken, expiryError, type TokenForm, tokenFormSchema, wishOf } from './token-form';
import { useOffline } from './use-offline';

interface NewTokenDrawerProps {
  readonly onClose: () => void;
  /** Given the secret, which must be shown now or never. */
  readonly onCreated: (created: CreatedToken) => void;
}

/** Makes an API token. */
export function NewTokenDrawer({ onClose, onCreated }: NewTokenDrawerProps): ReactElement {
  const copy = tokensCopy.form;
  const client = useQueryClient();
  const formId = useId();
  const offline = useOffline();
  const [failure, setFailure] = useState<unknown>();
  const { data: hasRoles = false } = useQuery({ ...metaConfigQuery(), select: isAuthorizationRequired });
  const form = useForm<TokenForm>({ defaultValues: emptyToken, mode: 'onTouched' });
  const { register, control, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const [isScoped, expiresOn] = useWatch({ control, name: ['isScoped', 'expiresOn'] });
  const finish = useDrawerForm(form, { draft: 'token', schema: tokenFormSchema, onClose });

  const create = handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      const created = await createToken(wishOf(values));
      await client.invalidateQueries({ queryKey: TOKENS });
      finish();
      onCreated(created);
    } catch (error) {
      if (fieldOf(error) === 'name') setError('name', { message: copy.errors.name }, { shouldFocus: true });
      else setFailure(error);
    }
  });

  return (
    <Drawer
      open
      title={tokensCopy.new}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{commonCopy.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} blocked={offline}>
            {commonCopy.create}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void create(event)} className="flex flex-col gap-5">
        <TextField
          label={copy.name}
          error={errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || copy.errors.name })}
        />
        <TextField label={copy.description} optional {...register('description')} />
        <Controller
          control={control}
          name="expiresOn"
          rules={{ validate: (day) => expiryError(day, new Date()) ?? true }}
          render={({ field, fieldState }) => <ExpiryField {...field} error={fieldState.error?.message} />}
        />
        <ScopeField control={control} isScoped={isScoped} />
        {hasRoles && (
          <TextField label={copy.role} description={copy.roleHint} optional {...register('role')} />
        )}
        {!isScoped && expiresOn === '' && <Banner>{copy.advice}</Banner>}
        {failure !== undefined && (
          <ErrorState
            title={isRefusal(failure) ? tokensCopy.refused : copy.failed}
            details={detailsOf(failure)}
          />
        )}
      </form>
    </Drawer>
  );
}
