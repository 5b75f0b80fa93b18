import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { classes } from '@/components/ui/classes';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'regular' | 'compact';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'>, Blockable {
  /** Where it gives a promise, the button is busy until that is kept. */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
  /** Primary at most once per view. */
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Waits for an answer: it keeps its width and its focus, and cannot be pressed again. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border-control bg-surface text-text hover:bg-sunken',
  ghost: 'border-transparent text-text hover:bg-sunken data-popup-open:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:brightness-110',
};

const sizes: Record<ButtonSize, { readonly wide: string; readonly square: string }> = {
  regular: { wide: 'h-control px-3', square: 'size-control' },
  compact: { wide: 'h-control-compact px-2.5', square: 'size-control-compact' },
};

/** How a button looks, for links that act as one. */
export function buttonClasses(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'regular',
  shape: 'wide' | 'square' = 'wide',
): string {
  return classes(
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border text-body font-medium whitespace-nowrap select-none',
    'transition-opacity duration-120',
    'aria-disabled:cursor-not-allowed aria-disabled:border-border aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:brightness-100',
    looks[variant],
    sizes[size][shape],
  );
}

/** A button that says why it cannot be pressed, and that it waits. */
export function Button({
  variant = 'secondary',
  size = 'regular',
  busy: isAwaited = false,
  blocked,
  icon,
  className,
  children,
  disabled = false,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  const [isRunning, setRunning] = useState(false);
  const busy = isAwaited || isRunning;
  const isInert = busy || disabled || blocked !== undefined;
  return (
    <BlockedReason blocked={blocked}>
      {(reasonId) => (
        <button
          {...rest}
          type={type}
          aria-disabled={isInert || undefined}
          aria-busy={busy || undefined}
          aria-describedby={describedBy(rest['aria-describedby'], reasonId)}
          className={classes(buttonClasses(variant, size), className)}
          onClick={(event) => {
            if (isInert) {
              event.preventDefault();
              return;
            }
            const running = onClick?.(event);
            if (!(running instanceof Promise)) return;
            setRunning(true);
            void running.finally(() => {
              setRunning(false);
            });
          }}
        >
          {busy && (
            <span className="absolute inset-0 flex items-center justify-center">
              <LoaderCircle aria-hidden size={16} className="animate-spin" />
            </span>
          )}
          <span className={classes('inline-flex items-center gap-1.5', busy && 'opacity-0')}>
            {icon}
            {children}
          </span>
        </button>
      )}
    </BlockedReason>
  );
}
