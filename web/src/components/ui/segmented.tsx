import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { type ReactElement, type ReactNode } from 'react';
import { BlockedReason, type Blockable } from '@/components/ui/blocked';

interface SegmentedProps<T extends string> extends Blockable {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly icon?: ReactNode;
  }[];
}

/** One of two to five short words, in one strip: modes and views. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  blocked,
}: SegmentedProps<T>): ReactElement {
  return (
    <BlockedReason blocked={blocked}>
      {(reasonId) => (
        <ToggleGroup
          aria-label={label}
          aria-describedby={reasonId}
          value={[value]}
          onValueChange={(next) => {
            // Pressing the chosen one again leaves none: it stays chosen.
            const chosen = options.find((option) => option.value === next[0]);
            if (chosen !== undefined && blocked === undefined) onChange(chosen.value);
          }}
          className="inline-flex h-control w-fit items-stretch gap-0.5 rounded-control border border-border bg-sunken p-0.5"
        >
          {options.map((option) => (
            <Toggle
              key={option.value}
              value={option.value}
              aria-disabled={blocked === undefined ? undefined : true}
              className="inline-flex items-center gap-1.5 rounded px-3 font-medium text-muted hover:text-text aria-disabled:cursor-not-allowed data-pressed:bg-surface data-pressed:text-text data-pressed:shadow-[0_0_0_1px_var(--control)]"
            >
              {option.icon}
              {option.label}
            </Toggle>
          ))}
        </ToggleGroup>
      )}
    </BlockedReason>
  );
}
