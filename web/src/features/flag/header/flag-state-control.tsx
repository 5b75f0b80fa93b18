import { PowerOff, ToggleLeft, ToggleRight } from 'lucide-react';
import { type ReactElement } from 'react';
import { useWriteBlock } from '@/changes';
import { Chip } from '@/components/ui/chip';
import { Segmented } from '@/components/ui/segmented';
import { Switch } from '@/components/ui/switch';
import { flagWords as copy } from '@/copy/flag-words';
import { type Flag } from '@/lib/model';
import { formatCounted } from '@/lib/numbers';
import { useFlagSwitch } from './use-flag-switch';

interface FlagStateControlProps {
  readonly flag: Flag;
  /** Of a boolean flag: "False" must not be read as "off for everyone". */
  readonly rollouts?: number;
  /** What everyone gets of a boolean flag whatever its default value is; undefined where that counts. */
  readonly forced?: boolean | undefined;
  /** Names the control with the key of the flag and hides the label, where a page shows many. */
  readonly inList?: boolean;
}

/**
 * Enabled or Disabled of a variant flag, the default value of a boolean one; takes effect at once. Where the default
 * value has no effect, it says what everyone gets instead; a list says of a flag that is off only that.
 */
export function FlagStateControl({
  flag,
  rollouts = 0,
  forced,
  inList = false,
}: FlagStateControlProps): ReactElement {
  const switchFlag = useFlagSwitch();
  const blocked = useWriteBlock(copy.actions.update);
  const named = (label: string): string => (inList ? copy.stateOf(label, flag.key) : label);
  if (inList && flag.off !== false) {
    return (
      <Chip tone="danger" icon={<PowerOff aria-hidden size={16} />}>
        {copy.off}
      </Chip>
    );
  }
  if (flag.type === 'variant') {
    return (
      <Switch
        label={named(copy.enabled)}
        hideLabel={inList}
        checked={flag.isEnabled}
        blocked={blocked}
        onChange={(enabled) => void switchFlag(flag, enabled)}
      />
    );
  }
  const valueText = (value: boolean): string => (value ? copy.true : copy.false);
  if (forced !== undefined) {
    const Icon = forced ? ToggleRight : ToggleLeft;
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        <Chip tone={forced ? 'on' : 'danger'} icon={<Icon aria-hidden size={16} />}>
          {copy.everyoneGets(valueText(forced))}
        </Chip>
        {!inList && (
          <span className="text-caption text-muted">{copy.noEffect(valueText(flag.isEnabled))}</span>
        )}
      </span>
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
        value={flag.isEnabled ? 'true' : 'false'}
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
