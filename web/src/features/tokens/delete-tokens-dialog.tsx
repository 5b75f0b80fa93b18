import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { deleteToken, TOKENS } from '@/api/tokens';
import { useSignOut } from '@/app/sign-out';
import { useNotify } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { commonCopy } from '@/copy/common';
import { tokensCopy } from '@/copy/tokens';
import { formatCounted } from '@/lib/numbers';
import { type TokenFacts } from './token-facts';

interface DeleteTokensDialogProps {
  readonly tokens: readonly TokenFacts[];
  /** The token that this page speaks with. */
  readonly ownId: string | undefined;
  readonly onClose: () => void;
}

/** Asks before tokens are deleted, which nobody can undo; the one in use needs its name typed. */
export function DeleteTokensDialog({ tokens, ownId, onClose }: DeleteTokensDialogProps): ReactElement {
  const copy = tokensCopy.deleteDialog;
  const client = useQueryClient();
  const notify = useNotify();
  const signOut = useSignOut();
  const own = tokens.find(({ token }) => token.id === ownId);
  const deleteAll = async (): Promise<void> => {
    // The one in use last: nothing can be deleted after it.
    const inOrder = tokens.toSorted((one, other) => Number(one === own) - Number(other === own));
    const failed = await firstFailure(inOrder);
    if (failed !== undefined) notify.error(copy.failed(failed.facts.name), failed.error);
    else notify.success(tokensCopy.deleted(formatCounted(tokens.length, 'token')));
    if (own !== undefined && failed === undefined) await signOut();
    else await client.invalidateQueries({ queryKey: TOKENS });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={copy.title(tokens.length)}
      action={commonCopy.delete}
      {...(own !== undefined && { typed: own.name })}
      onConfirm={deleteAll}
      onClose={onClose}
    >
      <ul className="list-disc ps-5">
        {tokens.map(({ token, name, namespaceKey }) => (
          <li key={token.id}>
            <strong className="font-medium break-words">{name === '' ? tokensCopy.noName : name}</strong>
            {', '}
            {namespaceKey === undefined ? tokensCopy.allNamespaces : tokensCopy.only(namespaceKey)}
          </li>
        ))}
      </ul>
      <p>{copy.text}</p>
      {own !== undefined && <p className="text-danger">{copy.signsOut}</p>}
    </ConfirmDialog>
  );
}

interface Failure {
  readonly facts: TokenFacts;
  readonly error: Error;
}

/** Deletes one after another, and stops at the first that the server does not delete. */
async function firstFailure(tokens: readonly TokenFacts[]): Promise<Failure | undefined> {
  for (const facts of tokens) {
    try {
      await deleteToken(facts.token.id);
    } catch (error) {
      return { facts, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }
  return undefined;
}
