import { type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { BlockedReason, type Blockable, describedBy } from '@/components/ui/blocked';
import { type ButtonSize, type ButtonVariant, buttonClasses } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, Blockable {
  /** Its name, shown as a tooltip as well. */
  readonly label: string;
  /** An icon of 16 px. */
  readonly children: ReactNode;
  readonly variant?: Exclude<ButtonVariant, 'primary'>;
  readonly size?: ButtonSize;
}

/** A square button of one icon. */
export function IconButton({
  label,
  children,
  variant = 'ghost',
  size = 'compact',
  blocked,
  className,
  onClick,
  disabled = false,
  type = 'button',
  ...rest
}: IconButtonProps): ReactElement {
  const isInert = disabled || blocked !== undefined;
  return (
    <BlockedReason blocked={blocked} otherwise={label}>
      {(reasonId) => (
        <button
          {...rest}
          type={type}
          aria-label={label}
          aria-disabled={isInert || undefined}
          aria-describedby={describedBy(rest['aria-describedby'], reasonId)}
          className={classes(buttonClasses(variant, size, 'square'), className)}
          onClick={(event) => {
            if (isInert) event.preventDefault();
            else onClick?.(event);
          }}
        >
          {children}
        </button>
      )}
    </BlockedReason>
  );
}
