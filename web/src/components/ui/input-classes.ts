import { classes } from '@/components/ui/classes';

/** The frame of everything that text can be typed into or chosen in. */
export const frameClasses =
  'w-full min-w-0 rounded-control border border-control bg-surface text-body text-text ' +
  'data-invalid:border-danger aria-invalid:border-danger ' +
  'aria-disabled:cursor-not-allowed aria-disabled:border-border aria-disabled:bg-sunken aria-disabled:text-muted';

/** A frame of one line. */
export function inputClasses(options: { readonly compact?: boolean; readonly mono?: boolean }): string {
  return classes(
    frameClasses,
    options.compact === true ? 'h-control-compact px-2' : 'h-control px-2.5',
    options.mono === true && 'font-mono text-code',
  );
}
