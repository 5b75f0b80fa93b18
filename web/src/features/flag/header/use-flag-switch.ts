import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { flagQuery, flagsQuery } from '@/api/flags';
import { useNotify, usePlans } from '@/changes';
import { flagWords as copy } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';

/** Enables or disables a flag, or sets its default value. */
export type SwitchFlag = (flag: Flag, enabled: boolean) => Promise<void>;

/**
 * Switches flags: the new state shows at once and goes back if the server refuses.
 */
export function useFlagSwitch(): SwitchFlag {
  const client = useQueryClient();
  const plans = usePlans();
  const notify = useNotify();
  return useCallback(
    async (flag, enabled) => {
      const show = (shown: boolean) => (): void => {
        showState(client, flag, shown);
      };
      show(enabled)();
      try {
        const { planFlagSwitch } = await import('@/lib/plan/flag-edit-plans');
        const outcome = await plans.run(planFlagSwitch(flag, enabled), {
          action: copy.actions.update,
          success: switchedText(flag, enabled),
          optimistic: () => {
            show(enabled)();
            return show(flag.isEnabled);
          },
        });
        // What was refused has been taken back, and is read again: a flag that is gone is not to be shown once more.
        if (outcome === 'cancelled') show(flag.isEnabled)();
      } catch (error) {
        show(flag.isEnabled)();
        if (error instanceof Error) notify.error(error.message, error);
      }
    },
    [client, notify, plans],
  );
}

function switchedText({ key, type }: Flag, enabled: boolean): string {
  if (type === 'boolean') return copy.switched.value(key, enabled ? copy.true : copy.false);
  return enabled ? copy.switched.on(key) : copy.switched.off(key);
}

/** Puts a state into what was read of the flag, wherever it is shown. */
function showState(client: QueryClient, { namespaceKey, key }: Flag, isEnabled: boolean): void {
  client.setQueryData(flagsQuery(namespaceKey).queryKey, (flags) =>
    flags?.map((flag) => (flag.key === key ? { ...flag, isEnabled } : flag)),
  );
  client.setQueryData(
    flagQuery(namespaceKey, key).queryKey,
    // No revision has it yet.
    (contents) => contents && { ...contents, isEnabled, base: undefined },
  );
}
