import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { detailsOf } from '@/api/api-error';
import { permissionsQuery } from '@/api/permissions';
import { isRefusal } from '@/api/session';
import { type CreatedToken, createToken, TOKENS } from '@/api/tokens';
import { FormDrawer, useForm } from '@/changes/editing';
import { ErrorState } from '@/components/error-state';
import { Banner } from '@/components/ui/banner';
import { TextField } from '@/components/ui/text-field';
import { commonCopy } from '@/copy/common';
import { tokensCopy } from '@/copy/tokens';
import { ExpiryField } from './expiry-field';
import { RoleField } from './role-field';
import { ScopeField } from './scope-field';
import { emptyToken, expiryError, tokenFields, type TokenForm, wishOf } from './token-form';
import { useTokenBlock } from './use-token-block';

const copy = tokensCopy.form;

interface NewTokenDrawerProps {
  readonly onClose: () => void;
  /** Given the secret, which must be shown now or never. */
  readonly onCreated: (created: CreatedToken) => void;
}

/** Makes an API token. */
export function NewTokenDrawer({ onClose, onCreated }: NewTokenDrawerProps): ReactElement {
  const client = useQueryClient();
  const blocked = useTokenBlock('create');
  const [failure, setFailure] = useState<unknown>();
  const { data: permissions } = useQuery(permissionsQuery());
  const roles = permissions?.roles ?? [];
  const form = useForm<TokenForm>({
    stored: emptyToken,
    check: ({ name, expiresOn, isScoped, namespaceKey, role = '' }) => ({
      name: name.trim() === '' ? copy.errors.name : undefined,
      expiresOn: expiryError(expiresOn, new Date()),
      namespaceKey: isScoped && namespaceKey === undefined ? copy.errors.namespace : undefined,
      role: roles.length > 0 && !roles.includes(role) ? copy.errors.role : undefined,
    }),
    save: async (values, { handles }) => {
      setFailure(undefined);
      try {
        const created = await createToken(wishOf(values, roles));
        await client.invalidateQueries({ queryKey: TOKENS });
        onCreated(created);
        return true;
      } catch (error) {
        if (!handles(error)) setFailure(error);
        return false;
      }
    },
    onSaved: onClose,
    draft: { name: 'token', fields: tokenFields },
    scope: 'drawer',
    // The secret is shown on this page alone.
    isSavedOnLeave: false,
  });
  const { isScoped, expiresOn, role } = form.values;
  const advice = roles.length === 0 ? copy.advice : adviceOf(role);
  return (
    <FormDrawer
      form={form}
      title={tokensCopy.new}
      action={commonCopy.create}
      blocked={blocked}
      onClose={onClose}
    >
      <TextField label={copy.name} {...form.text('name')} />
      <TextField label={copy.description} optional {...form.text('description')} />
      <ExpiryField {...form.text('expiresOn')} onChoose={form.field('expiresOn').onChange} />
      {roles.length > 0 && <RoleField {...form.field('role')} roles={roles} />}
      <ScopeField form={form} hasRoles={roles.length > 0} />
      {!isScoped && expiresOn === '' && advice !== undefined && <Banner>{advice}</Banner>}
      {failure !== undefined && (
        <ErrorState
          title={isRefusal(failure) ? tokensCopy.refused : copy.failed}
          details={detailsOf(failure)}
        />
      )}
    </FormDrawer>
  );
}

function adviceOf(role: string | undefined): string | undefined {
  return Object.entries(copy.adviceByRole).find(([name]) => name === role)?.[1];
}
