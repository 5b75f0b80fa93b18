import { Slider as Base } from '@base-ui/react/slider';
import { type ReactElement } from 'react';
import { BlockedReason, type Blockable } from '@/components/ui/blocked';

interface SliderProps extends Blockable {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  /** Arrows; Shift with arrows and Page keys take `largeStep`. */
  readonly step?: number;
  readonly largeStep?: number;
  /** The value in words, as in `25 %`. */
  readonly valueText?: (value: number) => string;
}

/** A number by feel; always beside a field that takes it exactly. */
export function Slider({
  label,
  value,
  onChange,
  min = 0,
  max = 100,
  step = 1,
  largeStep = 10,
  valueText,
  blocked,
}: SliderProps): ReactElement {
  return (
    <BlockedReason blocked={blocked}>
      {(reasonId) => (
        <Base.Root
          value={value}
          min={min}
          max={max}
          step={step}
          largeStep={largeStep}
          thumbAlignment="edge"
          onValueChange={(next) => {
            if (blocked === undefined) onChange(next);
          }}
          className="w-full"
        >
          <Base.Control className="flex h-control w-full touch-none items-center select-none">
            <Base.Track className="h-1.5 w-full rounded-full border border-control bg-off-soft">
              <Base.Indicator className="rounded-full bg-accent" />
              <Base.Thumb
                getAriaLabel={() => label}
                getAriaValueText={(_formatted, now) => valueText?.(now) ?? String(now)}
                {...(reasonId === undefined ? {} : { 'aria-describedby': reasonId })}
                aria-disabled={blocked === undefined ? undefined : true}
                className="size-5 rounded-full border-2 border-accent bg-surface before:absolute before:-inset-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              />
            </Base.Track>
          </Base.Control>
        </Base.Root>
      )}
    </BlockedReason>
  );
}
