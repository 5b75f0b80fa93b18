import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { detailsOf } from '@/api/api-error';
import { signInWithToken } from '@/api/session';
import { useForm } from '@/changes/editing';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { loginCopy } from '@/copy/login';
import * as z from '@/lib/zod';

const copy = loginCopy.token;

/** Signs in with an API token, which stays in the memory of the page. */
export function TokenLogin({ isFirst }: { readonly isFirst: boolean }): ReactElement {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    stored: { token: '', namespaceKey: '' },
    check: ({ token }) => ({ token: token.trim() === '' ? copy.missing : undefined }),
    save: async ({ token, namespaceKey }, { refuse }) => {
      setFailure(undefined);
      try {
        const outcome = await signInWithToken(client, token.trim(), namespaceKey.trim());
        if (outcome === 'refused') refuse({ token: copy.refused });
        if (outcome === 'other-namespace') {
          refuse({
            namespaceKey: namespaceKey === '' ? copy.needsNamespace : copy.otherNamespace(namespaceKey),
          });
        }
        if (outcome === 'no-namespace') refuse({ namespaceKey: copy.noNamespace(namespaceKey) });
        return outcome === 'done';
      } catch (error) {
        setFailure(detailsOf(error));
        return false;
      }
    },
    draft: { name: 'token-login', fields: z.object({}) },
    isSecret: true,
  });
  return (
    <form aria-label={copy.title} {...form.element} className="flex flex-col gap-4">
      <TextField
        type="password"
        mono
        label={copy.label}
        description={copy.memoryOnly}
        autoFocus={isFirst}
        {...form.text('token')}
        // It may be left empty for another way to sign in.
        onBlur={undefined}
      />
      <TextField
        mono
        optional
        label={copy.namespace}
        description={copy.namespaceHint}
        {...form.text('namespaceKey')}
      />
      <Button type="submit" variant="primary" busy={form.isSaving}>
        {copy.submit}
      </Button>
      {failure !== undefined && <ErrorState title={copy.unavailable} details={failure} />}
    </form>
  );
}
