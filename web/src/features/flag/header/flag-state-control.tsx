import { type ReactElement } from 'react';
import { type Flag } from '@/api/types';
import { useWriteBlock } from '@/changes';
import { Segmented } from '@/components/ui/segmented';
import { Switch } from '@/components/ui/switch';
import { flagWords as copy } from '@/copy/flag-words';
import { formatCounted } from '@/lib/numbers';
import { useFlagSwitch } from './use-flag-switch';

interface FlagStateControlProps {
  readonly flag: Flag;
  /** Of a boolean flag: "False" must not be read as "off for everyone" (dashboard.md FL-2). */
  readonly rollouts?: number;
  /** Names the control with the key of the flag and hides the label, where a page shows many. */
  readonly inList?: boolean;
}

/** Enabled or Disabled of a variant flag, the default value of a boolean one; takes effect at once. */
export function FlagStateControl({
  flag,
  rollouts = 0,
  inList = false,
}: FlagStateControlProps): ReactElement {
  const switchFlag = useFlagSwitch();
  const blocked = useWriteBlock(copy.actions.update);
  const named = (label: string): string => (inList ? copy.stateOf(label, flag.key) : label);
  if (flag.type === 'VARIANT_FLAG_TYPE') {
    return (
      <Switch
        label={named(copy.enabled)}
        hideLabel={inList}
        checked={flag.enabled}
        blocked={blocked}
        onChange={(enabled) => void switchFlag(flag, enabled)}
      />
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {!inList && (
        <span aria-hidden className="font-medium">
          {copy.defaultValue}
        </span>
      )}
      <Segmented
        label={named(copy.defaultValue)}
        value={flag.enabled ? 'true' : 'false'}
        options={[
          { value: 'true', label: copy.true },
          { value: 'false', label: copy.false },
        ]}
        blocked={blocked}
        onChange={(value) => void switchFlag(flag, value === 'true')}
      />
      {rollouts > 0 && (
        <span className="text-caption whitespace-nowrap text-muted">
          {copy.plusRollouts(formatCounted(rollouts, 'rollout'))}
        </span>
      )}
    </span>
  );
}
