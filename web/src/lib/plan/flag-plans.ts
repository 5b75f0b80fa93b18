import { type FlagState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type FlagContents } from '../model';
import { type ContentsDraft, draftOf, type FlagDraft, type FlagValues } from './drafts';
import { contentsState, flagState } from './flag-state';
import { type Plan } from './plan';
import { type BasedFlag, planFlagState } from './state-plans';
import { wholeFlagChanges } from './whole-flag';
import { creation, deletion } from './words';

/** What of a flag an update may change; what is left out stays. */
export type FlagChanges = Partial<FlagValues>;

/** A flag without rules and rollouts. */
const noTargeting: Pick<ContentsDraft, 'rules' | 'rollouts'> = { rules: [], rollouts: [] };

/** Creates a flag with all that it has. @param base The latest revision before it was seen to be missing. */
export function planFlagCreate(
  namespaceKey: string,
  draft: FlagDraft,
  targeting = noTargeting,
  base?: string,
): Plan {
  const contents = { flag: draft, ...targeting };
  return {
    title: copy.create(copy.flag(draft.key)),
    namespaceKey,
    changes: wholeFlagChanges(flagState(contents), creation),
    wanted: {
      base,
      flags: [{ state: { ...flagState(contents), off: draft.off && offFor(draft.off.reason) } }],
      created: { flags: [draft.key], segments: [] },
    },
  };
}

/** Makes a whole flag like that one, under that key. */
export function planContentsCreate(namespaceKey: string, contents: FlagContents, key: string): Plan {
  const { flag, ...targeting } = draftOf(contents);
  return planFlagCreate(namespaceKey, { ...flag, key }, targeting);
}

/** That a flag is to be off: the server knows by whom and since when. @param reason One line; `''` for none. */
export function offFor(reason: string): NonNullable<FlagState['off']> {
  return { by: undefined, at: undefined, reason };
}

/** Changes the details of a flag. */
export function planFlagUpdate(contents: BasedFlag, changes: FlagChanges): Plan {
  const { flag } = contents;
  return planFlagState(contents, { title: copy.update(copy.flag(flag.key)) }, () =>
    contentsState({ ...contents, flag: { ...flag, ...changes } }),
  );
}

/** Deletes a flag. */
export function planFlagDelete(contents: FlagContents): Plan {
  const { key, namespaceKey } = contents.flag;
  return {
    title: copy.delete(copy.flag(key)),
    namespaceKey,
    changes: wholeFlagChanges(contentsState(contents), deletion),
    wanted: { deleted: { flags: [key], segments: [] } },
  };
}
