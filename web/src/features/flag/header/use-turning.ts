import { useMemo } from 'react';
import { usePlans } from '@/changes';
import { flagWords } from '@/copy/flag-words';
import { turningCopy as copy } from '@/copy/turning';
import { type Flag } from '@/lib/model';

/** Turns flags off for everyone, and on again. */
export interface Turning {
  /** @param reason One line; `''` for none. */
  readonly turnOff: (flag: Flag, reason: string) => Promise<void>;
  readonly turnOn: (flag: Flag) => Promise<void>;
}

/** Turning flags off and on: one change each, which leaves all else about the flag as it is. */
export function useTurning(): Turning {
  const plans = usePlans();
  return useMemo(
    () => ({
      turnOff: async (flag, reason) => {
        const { planTurnOff } = await import('@/lib/plan');
        const success = copy.turnedOff(flag.key);
        await plans.run(planTurnOff(flag, reason), { success, action: flagWords.actions.update });
      },
      turnOn: async (flag) => {
        const { planTurnOn } = await import('@/lib/plan');
        const success = copy.turnedOn(flag.key);
        await plans.run(planTurnOn(flag), { success, action: flagWords.actions.update });
      },
    }),
    [plans],
  );
}
