import { type FlagState, isOff } from '../flag-state';
import type { EditKind, OffEdit } from './edit';

/** Turning a flag off or on. Who does it, and when, is found out when the flag is stored. */
export const offEdit: EditKind<FlagState, OffEdit | false> = {
  apply(flag, wanted) {
    if (wanted === false) return { ...flag, off: false };
    const { by, at, reason } = isOff(flag.off)
      ? flag.off
      : { by: undefined, at: undefined, reason: undefined };
    return { ...flag, off: { by, at, reason: wanted.reason ?? reason } };
  },
};
