import { isOff } from '../flag-state';
import { mergeStates, type States } from './merge-states';

/** True if all that became of the flags and segments is that some flags, which were there, are turned off. */
export function isOnlyTurnedOff(before: States, after: States): boolean {
  const { theirs } = mergeStates({ base: before, mine: before, latest: after });
  return (
    theirs.length > 0 && theirs.every(({ part, key }) => part === 'off' && isOff(after.flags.get(key)?.off))
  );
}
