import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { namespacesQuery } from '@/api/namespaces';
import { inSwitcherOrder } from '@/app/namespace-list';
import { Checkbox } from '@/components/ui/checkbox';
import { Combobox } from '@/components/ui/combobox';
import { tokensCopy } from '@/copy/tokens';
import { type TokenForm } from './token-form';

interface ScopeFieldProps {
  readonly control: Control<TokenForm>;
  readonly isScoped: boolean;
}

/** What the token is good for: everything, or one namespace. */
export function ScopeField({ control, isScoped }: ScopeFieldProps): ReactElement {
  const copy = tokensCopy.form;
  const { data: namespaces = [] } = useQuery(namespacesQuery());
  return (
    <>
      <Controller
        control={control}
        name="isScoped"
        render={({ field }) => (
          <Checkbox
            ref={field.ref}
            label={copy.scoped}
            description={copy.scopedHint}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {isScoped && (
        <Controller
          control={control}
          name="namespaceKey"
          rules={{ validate: (key) => key !== '' || copy.errors.namespace }}
          render={({ field, fieldState }) => (
            <Combobox
              ref={field.ref}
              label={copy.namespace}
              error={fieldState.error?.message}
              value={field.value === '' ? undefined : field.value}
              options={inSwitcherOrder(namespaces).map(({ key, name }) => ({
                value: key,
                label: name,
                description: key,
              }))}
              onChange={(key) => {
                field.onChange(key ?? '');
              }}
            />
          )}
        />
      )}
    </>
  );
}
