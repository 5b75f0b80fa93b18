import { type FlagState, isOff } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents } from '../model';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';
import { wholeFlagChanges } from './whole-flag';
import { creation, deletion } from './words';

/** What of a flag its page edits as details. */
export type FlagValues = Pick<FlagState, 'name' | 'description' | 'isEnabled' | 'metadata'>;

/** Creates a flag with all that it has. @param base The latest revision before it was seen to be missing. */
export function planFlagCreate(namespaceKey: string, flag: FlagState, base?: string): Plan {
  const { key, off } = flag;
  return {
    title: copy.create(copy.flag(key)),
    namespaceKey,
    changes: wholeFlagChanges(flag, creation),
    wanted: {
      base,
      flags: [{ state: { ...flag, off: isOff(off) ? offFor(off.reason) : undefined } }],
      created: { flags: [key], segments: [] },
    },
  };
}

/** That a flag is to be off: the server knows by whom and since when. @param reason One line; `''` for none. */
export function offFor(reason: string | undefined): NonNullable<FlagState['off']> {
  return { by: undefined, at: undefined, reason };
}

/** Changes the details of a flag. What is left out stays. */
export function planFlagUpdate(flag: BasedFlag, changes: Partial<FlagValues>): Plan {
  return planFlagState(flag, { title: copy.update(copy.flag(flag.key)) }, (state) => ({
    ...state,
    ...changes,
  }));
}

/** Deletes a flag. */
export function planFlagDelete(flag: FlagContents): Plan {
  const { key, namespaceKey } = flag;
  return {
    title: copy.delete(copy.flag(key)),
    namespaceKey,
    changes: wholeFlagChanges(flag, deletion),
    wanted: { deleted: { flags: [key], segments: [] } },
  };
}
