import { type ReactElement } from 'react';
import { Select } from '@/components/ui/select';
import { targetingCopy as copy } from '@/copy/targeting';

interface PositionFieldProps {
  /** How many steps there are: without any, there is nothing to ask. */
  readonly count: number;
  /** From 0; undefined for the last. */
  readonly index: number | undefined;
  readonly onChange: (index: number | undefined) => void;
  /** Names the place before another step, counted from 1. */
  readonly before: (position: number) => string;
}

/** Where a new rule or rollout is to stand. */
export function PositionField({ count, index, onChange, before }: PositionFieldProps): ReactElement | null {
  if (count === 0) return null;
  const last = 'last';
  return (
    <Select
      label={copy.position}
      value={index === undefined || index >= count ? last : String(index)}
      options={[
        { value: last, label: copy.last },
        ...Array.from({ length: count }, (_, at) => ({ value: String(at), label: before(at + 1) })),
      ]}
      onChange={(value) => {
        onChange(value === last ? undefined : Number(value));
      }}
    />
  );
}
