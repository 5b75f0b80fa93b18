import { type ComponentProps, type ReactElement, type ReactNode, useId } from 'react';
import { classes } from '@/components/ui/classes';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Heading and name of the section. */
  readonly title?: ReactNode;
  /** The level of the heading; two unless the card stands below a section. */
  readonly level?: 2 | 3;
  readonly description?: ReactNode;
  /** At the end of the heading's line. */
  readonly actions?: ReactNode;
  /** Without inner space, for tables and lists that bring their own. */
  readonly flush?: boolean;
}

/** A framed part of a page. */
export function Card({
  title,
  level = 2,
  description,
  actions,
  flush = false,
  className,
  children,
  ...rest
}: CardProps): ReactElement {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      {...rest}
      aria-labelledby={title === undefined ? rest['aria-labelledby'] : id}
      className={classes('rounded-card border border-border bg-surface', className)}
    >
      {(title !== undefined || actions !== undefined) && (
        <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 pb-3">
          <div className="min-w-0 flex-1">
            {title !== undefined && (
              <Heading id={id} className="text-section font-semibold">
                {title}
              </Heading>
            )}
            {description !== undefined && (
              <p className="max-w-[72ch] text-secondary text-muted">{description}</p>
            )}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : classes('px-4 pb-4', title === undefined && 'pt-4')}>
        {children}
      </div>
    </section>
  );
}
