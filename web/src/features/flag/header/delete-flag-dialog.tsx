import { lazy, type ReactElement, Suspense } from 'react';
import { type DeleteFlagQuestionProps } from './delete-flag-question';

const DeleteFlagQuestion = lazy(async () => ({
  default: (await import('./delete-flag-question')).DeleteFlagQuestion,
}));

interface DeleteFlagDialogProps extends DeleteFlagQuestionProps {
  readonly open: boolean;
}

/** Asks whether a flag is to go, and deletes it; loaded when it is opened first. */
export function DeleteFlagDialog({ open, ...rest }: DeleteFlagDialogProps): ReactElement | null {
  if (!open) return null;
  return (
    <Suspense>
      <DeleteFlagQuestion {...rest} />
    </Suspense>
  );
}
