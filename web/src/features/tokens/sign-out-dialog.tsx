import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { deleteToken, TOKENS } from '@/api/tokens';
import { type Token } from '@/api/types';
import { nameOf } from '@/app/person';
import { useSignOut } from '@/app/sign-out';
import { useNotify } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { tokensCopy } from '@/copy/tokens';

interface SignOutDialogProps {
  readonly record: Token;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Asks before a session is ended. */
export function SignOutDialog({ record, isOwn, onClose }: SignOutDialogProps): ReactElement {
  const copy = tokensCopy.sessions;
  const client = useQueryClient();
  const notify = useNotify();
  const signOut = useSignOut();
  const name = nameOf(record);
  const end = async (): Promise<void> => {
    if (isOwn) {
      await signOut();
      return;
    }
    try {
      await deleteToken(record.id);
      notify.success(copy.signedOut(name));
    } catch (error) {
      notify.error(copy.failed(name), error instanceof Error ? error : undefined);
    }
    await client.invalidateQueries({ queryKey: TOKENS });
    onClose();
  };
  return (
    <ConfirmDialog open title={copy.dialogTitle} action={copy.signOut} onConfirm={end} onClose={onClose}>
      <p>{copy.dialogText(name)}</p>
    </ConfirmDialog>
  );
}
