import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { namespacesQuery } from '@/api/namespaces';
import { inSwitcherOrder } from '@/app/namespace-list';
import { type Form } from '@/changes/editing';
import { Checkbox } from '@/components/ui/checkbox';
import { Combobox } from '@/components/ui/combobox';
import { tokensCopy } from '@/copy/tokens';
import { type TokenForm } from './token-form';

interface ScopeFieldProps {
  readonly form: Form<TokenForm>;
  readonly hasRoles: boolean;
}

/** What the token is good for: everything, or one namespace. */
export function ScopeField({ form, hasRoles }: ScopeFieldProps): ReactElement {
  const copy = tokensCopy.form;
  const { data: namespaces = [] } = useQuery(namespacesQuery());
  const { isScoped } = form.values;
  return (
    <>
      <Checkbox
        label={copy.scoped}
        description={hasRoles ? copy.scopedRoleHint : copy.scopedHint}
        checked={isScoped}
        onChange={form.field('isScoped').onChange}
      />
      {isScoped && (
        <Combobox
          label={copy.namespace}
          options={inSwitcherOrder(namespaces).map(({ key, name }) => ({
            value: key,
            label: name,
            description: key,
          }))}
          {...form.field('namespaceKey')}
        />
      )}
    </>
  );
}
