import { type ReactElement } from 'react';
import { type FieldBinding } from '@/changes/editing';
import { Select } from '@/components/ui/select';
import { tokensCopy } from '@/copy/tokens';

interface RoleFieldProps extends FieldBinding<string | undefined> {
  /** Those that the server knows. */
  readonly roles: readonly string[];
}

/** What the token may do, on a server where roles decide. */
export function RoleField({ roles, ...field }: RoleFieldProps): ReactElement {
  const copy = tokensCopy.form;
  const texts = new Map<string, { readonly label: string; readonly may: string }>(Object.entries(copy.roles));
  return (
    <Select
      label={copy.role}
      description={texts.get(field.value ?? '')?.may}
      options={roles.map((role) => {
        const { label, may } = texts.get(role) ?? { label: role, may: '' };
        return { value: role, label, description: may };
      })}
      {...field}
    />
  );
}
