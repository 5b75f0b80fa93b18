import { type UseFormReturn } from 'react-hook-form';
import { fieldOf } from '@/api/api-error';
import { type NamespaceForm } from './namespace-form';

/** Shows a refusal under the field that it names; false for those that name none of the form. */
export function showsFieldError({ setError }: UseFormReturn<NamespaceForm>, error: Error): boolean {
  const field = fieldOf(error);
  if (field !== 'key' && field !== 'name' && field !== 'description') return false;
  setError(field, { message: error.message }, { shouldFocus: true });
  return true;
}
