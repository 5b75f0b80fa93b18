import { useQuery } from '@tanstack/react-query';
import { namespacesQuery } from '@/api/namespaces';
import { inSwitcherOrder } from '@/app/namespace-list';
import { useScope } from '@/app/use-session';
import { type ComboboxOption } from '@/components/ui/combobox-parts';

/** The namespaces to choose from; those who may not list them have the one that their token is for. */
export function useNamespaceOptions(): readonly ComboboxOption[] {
  const scope = useScope();
  const { data: namespaces = [] } = useQuery({ ...namespacesQuery(), enabled: scope === undefined });
  if (scope !== undefined) return [{ value: scope, label: scope }];
  return inSwitcherOrder(namespaces).map(({ key, name }) => ({ value: key, label: name, description: key }));
}
