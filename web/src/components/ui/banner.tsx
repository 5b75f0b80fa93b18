import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

type BannerTone = 'info' | 'warn' | 'danger';

interface BannerProps {
  readonly tone?: BannerTone;
  /** The whole width of the page rather than a box within it. */
  readonly full?: boolean;
  /** Speaks up when it appears. */
  readonly live?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const looks: Record<BannerTone, { readonly frame: string; readonly icon: ReactElement }> = {
  info: {
    frame: 'border-accent bg-accent-soft',
    icon: <Info aria-hidden size={16} className="text-accent" />,
  },
  warn: {
    frame: 'border-warn bg-warn-soft',
    icon: <TriangleAlert aria-hidden size={16} className="text-warn" />,
  },
  danger: {
    frame: 'border-danger bg-danger-soft',
    icon: <CircleAlert aria-hidden size={16} className="text-danger" />,
  },
};

/** Something that holds for the page or a part of it, and stays. */
export function Banner({
  tone = 'info',
  full = false,
  live = false,
  actions,
  children,
}: BannerProps): ReactElement {
  return (
    <div
      role={live ? 'status' : undefined}
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 text-text',
        full ? 'border-b' : 'rounded-card border',
        looks[tone].frame,
      )}
    >
      <span className="flex h-5 items-center">{looks[tone].icon}</span>
      <div className="min-w-0 flex-1 break-words">{children}</div>
      {actions}
    </div>
  );
}
