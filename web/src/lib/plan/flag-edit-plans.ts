import { type Json, type JsonObject } from '@pennon/domain';
import { type FlagState } from '@pennon/state';
import { plansCopy as copy } from '@/copy/plans';
import { type Flag } from '../model';
import { flagChanges } from './flag-part-words';
import { offFor } from './flag-plans';
import { type Plan } from './plan';
import { boolText } from './words';

/** Enables or disables a variant flag, or sets the default value of a boolean one. */
export function planFlagSwitch(flag: Flag, isEnabled: boolean): Plan {
  const { key, type } = flag;
  const isBoolean = type === 'boolean';
  const title = isBoolean
    ? copy.setDefaultValue(key, boolText(isEnabled))
    : isEnabled
      ? copy.enable(key)
      : copy.disable(key);
  return planFlagEdit(flag, title, { isEnabled }, { enabled: isEnabled });
}

/** Sets or removes the variant that is returned when no rule matches. */
export function planDefaultVariant(flag: Flag, key: string | undefined): Plan {
  const title =
    key === undefined ? copy.removeDefaultVariant(flag.key) : copy.setDefaultVariant(flag.key, key);
  return planFlagEdit(flag, title, { defaultVariantKey: key }, { defaultVariant: key ?? '' });
}

/** Sets and removes members of the metadata, and leaves the others. */
export function planFlagMetadata(flag: Flag, metadata: JsonObject): Plan {
  const { metadata: present = {} } = flag;
  const removed = Object.keys(present).filter((name) => !(name in metadata));
  const set = Object.entries(metadata).filter(
    ([name, value]) => JSON.stringify(present[name]) !== JSON.stringify(value),
  );
  return planFlagEdit(
    flag,
    copy.update(copy.flag(flag.key)),
    { metadata },
    {
      ...(set.length > 0 && { metadata: Object.fromEntries(set) }),
      ...(removed.length > 0 && { removeMetadata: removed }),
    },
  );
}

/** Turns a flag off for everyone. @param reason One line; `''` for none. */
export function planTurnOff(flag: Flag, reason: string): Plan {
  const edit = { off: true, ...(reason !== '' && { reason }) };
  return planFlagEdit(flag, copy.turnOff(flag.key), { off: offFor(reason) }, edit);
}

/** Turns a flag on that is off. */
export function planTurnOn(flag: Flag): Plan {
  return planFlagEdit(flag, copy.turnOn(flag.key), { off: false }, { off: false });
}

/**
 * Does one thing to a flag, whatever else it is by then.
 *
 * @param parts What that makes of the flag.
 * @param edit The same as the server is told, see `FlagEdit` of the API.
 */
function planFlagEdit(
  flag: Flag,
  title: string,
  parts: Partial<FlagState>,
  edit: Readonly<Record<string, Json>>,
): Plan {
  const { key, namespaceKey } = flag;
  const before: FlagState = { ...flag, rules: [], rollouts: [] };
  const changes = flagChanges(before, { ...before, ...parts });
  if (changes.length === 0) return { title, namespaceKey, changes };
  return { title, namespaceKey, changes, wanted: { edits: [{ key, ...edit }] } };
}
