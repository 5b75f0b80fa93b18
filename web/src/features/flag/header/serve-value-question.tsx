import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { readFlagContents } from '@/api/contents';
import { type Flag } from '@/api/types';
import { nameOf } from '@/app/person';
import { useSession } from '@/app/use-session';
import { useNotify, usePlans } from '@/changes';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { flagWords } from '@/copy/flag-words';
import { servingCopy as copy } from '@/copy/serving';
import { planOverride } from '@/lib/plan';

export interface ServeValueQuestionProps {
  readonly flag: Flag;
  /** What everyone is to get. */
  readonly value: boolean;
  readonly onClose: () => void;
}

/** The kill switch of a boolean flag: one value for everyone, with its rollouts kept. */
export function ServeValueQuestion({ flag, value, onClose }: ServeValueQuestionProps): ReactElement {
  const serve = useServe(flag);
  const [isBusy, setIsBusy] = useState(false);
  const text = value ? flagWords.true : flagWords.false;
  return (
    <ConfirmDialog
      open
      title={copy.title(text)}
      action={copy.confirm(text)}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => {
        setIsBusy(true);
        void serve(value, copy.done(text)).finally(() => {
          setIsBusy(false);
          onClose();
        });
      }}
    >
      <p>{copy.text(flag.key, text)}</p>
    </ConfirmDialog>
  );
}

/** Puts an override on top of the rollouts as they are now. */
function useServe(flag: Flag): (value: boolean, success: string) => Promise<void> {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  const session = useSession();
  const user = 'self' in session ? nameOf(session.self) : copy.nobody;
  return async (value, success) => {
    try {
      const contents = await readFlagContents(client, flag.namespaceKey, flag.key);
      const author = { user, date: new Date().toISOString().slice(0, 10) };
      const plan = planOverride(contents, value, author);
      await plans.run(plan, { success, action: flagWords.actions.update });
    } catch (error) {
      if (error instanceof Error) notify.error(error.message, error);
    }
  };
}
