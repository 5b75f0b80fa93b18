import { useState } from 'react';
import { useNotify, usePlans } from '@/changes';
import { flagWords } from '@/copy/flag-words';
import { historyCopy as copy } from '@/copy/history';
import { type Flag } from '@/lib/model';
import { type Past } from '@/lib/plan';

/** Puts a flag back after a look at what that changes, as the server tells it beforehand. */
export function useWayBack({ namespaceKey, key }: Flag) {
  const plans = usePlans();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const save = async (way: Past['way'], revision: string): Promise<void> => {
    const wanted = { past: { way, revision, flags: [key] } };
    const title = way === 'undo' ? copy.undoTitle(key, revision) : copy.restoreTitle(key, revision);
    const options = { review: true, success: copy.done, action: flagWords.actions.update };
    await plans.run({ title, namespaceKey, changes: [], wanted }, options);
  };
  return {
    isBusy,
    goBack: async (way: Past['way'], revision: string): Promise<void> => {
      setBusy(true);
      try {
        await save(way, revision);
      } catch (error) {
        if (error instanceof Error) notify.error(error.message, error);
      } finally {
        setBusy(false);
      }
    },
  };
}
