import { plansCopy as copy } from '@/copy/plans';
import { type Flag } from '../model';
import { turnOffCall, turnOnCall } from './calls';
import { type Call, type Change, type Plan } from './plan';
import { changeOf } from './words';

/** Turns a flag off for everyone. @param reason One line; `''` for none. */
export function planTurnOff(flag: Flag, reason: string): Plan {
  const { turning, turningBack } = turningPlans(flag, reason);
  return { ...turning, inverse: turningBack };
}

/** Turns a flag on that is off. */
export function planTurnOn(flag: Flag): Plan {
  const { turning, turningBack } = turningPlans(flag, flag.off?.reason ?? '');
  return { ...turningBack, inverse: turning };
}

/** Turning a flag off, and on again. */
function turningPlans(flag: Flag, reason: string): { readonly turning: Plan; readonly turningBack: Plan } {
  const { namespaceKey, key } = flag;
  const subject = copy.field(copy.flag(key), copy.subjects.off);
  const offText = reason === '' ? copy.isOff : copy.isOffBecause(reason);
  const planOf = (title: string, change: Change, call: Call): Plan => ({
    title,
    namespaceKey,
    changes: [change],
    steps: [{ title, call }],
  });
  return {
    turning: planOf(copy.turnOff(key), changeOf(subject, copy.isOn, offText), turnOffCall(flag, reason)),
    turningBack: planOf(copy.turnOn(key), changeOf(subject, offText, copy.isOn), turnOnCall(flag)),
  };
}
