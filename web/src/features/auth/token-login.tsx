import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useForm } from 'react-hook-form';
import { detailsOf } from '@/api/api-error';
import { signInWithToken } from '@/api/session';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { loginCopy } from '@/copy/login';

const copy = loginCopy.token;

/** Signs in with an API token, which stays in the memory of the page. */
export function TokenLogin({ isFirst }: { readonly isFirst: boolean }): ReactElement {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { token: '', namespaceKey: '' },
  });
  const { errors, isSubmitting } = formState;
  const signIn = handleSubmit(async ({ token, namespaceKey }) => {
    setFailure(undefined);
    try {
      const outcome = await signInWithToken(client, token.trim(), namespaceKey.trim());
      if (outcome === 'refused') setError('token', { message: copy.refused }, { shouldFocus: true });
      if (outcome === 'other-namespace') {
        const message = namespaceKey === '' ? copy.needsNamespace : copy.otherNamespace(namespaceKey);
        setError('namespaceKey', { message }, { shouldFocus: true });
      }
      if (outcome === 'no-namespace') {
        setError('namespaceKey', { message: copy.noNamespace(namespaceKey) }, { shouldFocus: true });
      }
    } catch (error) {
      setFailure(detailsOf(error));
    }
  });
  return (
    <form
      aria-label={copy.title}
      onSubmit={(event) => void signIn(event)}
      noValidate
      className="flex flex-col gap-4"
    >
      <TextField
        type="password"
        mono
        label={copy.label}
        description={copy.memoryOnly}
        error={errors.token?.message}
        autoFocus={isFirst}
        {...register('token', { validate: (token) => token.trim() !== '' || copy.missing })}
      />
      <TextField
        mono
        optional
        label={copy.namespace}
        description={copy.namespaceHint}
        error={errors.namespaceKey?.message}
        {...register('namespaceKey')}
      />
      <Button type="submit" variant="primary" busy={isSubmitting}>
        {copy.submit}
      </Button>
      {failure !== undefined && <ErrorState title={copy.unavailable} details={failure} />}
    </form>
  );
}
