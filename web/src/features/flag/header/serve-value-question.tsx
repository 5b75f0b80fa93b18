import { type ReactElement } from 'react';
import { nameOf } from '@/app/person';
import { useSession } from '@/app/use-session';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { flagWords } from '@/copy/flag-words';
import { servingCopy as copy } from '@/copy/serving';
import { type Flag } from '@/lib/model';
import { useFlagPlan } from '../targeting/use-flag-plan';

export interface ServeValueQuestionProps {
  readonly flag: Flag;
  /** What everyone is to get. */
  readonly value: boolean;
  readonly onClose: () => void;
}

/** The kill switch of a boolean flag: one value for everyone, with its rollouts kept. */
export function ServeValueQuestion({ flag, value, onClose }: ServeValueQuestionProps): ReactElement {
  const { serve, isSaving } = useServe(flag);
  const text = value ? flagWords.true : flagWords.false;
  return (
    <ConfirmDialog
      open
      title={copy.title(text)}
      action={copy.confirm(text)}
      busy={isSaving}
      onClose={onClose}
      onConfirm={() => {
        void serve(value, copy.done(text)).finally(onClose);
      }}
    >
      <p>{copy.text(flag.key, text)}</p>
    </ConfirmDialog>
  );
}

/** Puts an override on top of the rollouts as they are now. */
function useServe(flag: Flag) {
  const { run, isSaving } = useFlagPlan(flag);
  const session = useSession();
  const user = 'self' in session ? nameOf(session.self) : copy.nobody;
  return {
    isSaving,
    serve: (value: boolean, success: string): Promise<boolean> => {
      const author = { user, date: new Date().toISOString().slice(0, 10) };
      return run((shown, { planOverride }) => planOverride(shown, value, author), {
        success,
        action: flagWords.actions.update,
      });
    },
  };
}
