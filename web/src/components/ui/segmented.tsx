import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';
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

/** One of two to five short words, in one strip: modes and views. One stop of Tab, arrows go on from there. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  options,
  blocked,
}: SegmentedProps<T>): ReactElement {
  const [stop, setStop] = useState(0);
  return (
    <BlockedReason blocked={blocked}>
      {(reasonId) => (
        <div
          role="group"
          aria-label={label}
          aria-describedby={reasonId}
          onKeyDown={moveFocus}
          className="inline-flex min-h-control w-fit max-w-full flex-wrap items-stretch gap-0.5 rounded-control border border-border bg-sunken p-0.5"
        >
          {options.map((option, index) => {
            const isChosen = option.value === value;
            return (
              <button
                key={option.value}
                type="button"
                tabIndex={index === stop ? 0 : -1}
                aria-pressed={isChosen}
                aria-disabled={blocked === undefined ? undefined : true}
                onFocus={() => {
                  setStop(index);
                }}
                // Pressing the chosen one again changes nothing.
                onClick={() => {
                  if (!isChosen && blocked === undefined) onChange(option.value);
                }}
                className="inline-flex min-h-6 items-center gap-1.5 rounded px-3 font-medium whitespace-nowrap text-muted hover:text-text aria-disabled:cursor-not-allowed aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-[0_0_0_1px_var(--control)]"
              >
                {option.icon}
                {option.label}
              </button>
            );
          })}
        </div>
      )}
    </BlockedReason>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus among the buttons of the strip, from the last to the first as well. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const strip = event.currentTarget;
  const buttons = [...strip.querySelectorAll('button')];
  const now = buttons.findIndex((button) => button === event.target);
  const towardsStart = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : undefined;
  const turn = event.key.startsWith('Arrow') && isTurned(strip, event.key) ? -1 : 1;
  const step = steps[event.key];
  const next = step === undefined ? towardsStart : (now + turn * step + buttons.length) % buttons.length;
  if (now < 0 || next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}

/** Where people read from right to left, the next one is on the left. */
function isTurned(strip: HTMLElement, key: string): boolean {
  return (key === 'ArrowLeft' || key === 'ArrowRight') && getComputedStyle(strip).direction === 'rtl';
}
