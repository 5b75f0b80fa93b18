import { ExternalLink } from 'lucide-react';
import { type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { Link as RouterLink, NavLink } from 'react-router';
import { type ButtonSize, type ButtonVariant, buttonClasses } from '@/components/ui/button';
import { classes } from '@/components/ui/classes';
import { tabClasses } from '@/components/ui/tab-classes';
import { kitCopy } from '@/copy/kit';

const linkClasses = 'rounded-sm text-accent underline-offset-2 hover:text-accent-hover hover:underline';

type RouterLinkProps = ComponentProps<typeof RouterLink>;

/** A link to a page of the dashboard. In running text it is underlined, so that colour is not all that tells it. */
export function Link({
  inText = false,
  className,
  ...rest
}: RouterLinkProps & { readonly inText?: boolean }): ReactElement {
  return <RouterLink {...rest} className={classes(linkClasses, inText && 'underline', className)} />;
}

/** A link that looks like a button, for what leads to another page. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: RouterLinkProps & {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
}): ReactElement {
  return (
    <RouterLink {...rest} className={classes(buttonClasses(variant, size), className)}>
      {icon}
      {children}
    </RouterLink>
  );
}

/** A link to another site, in a tab of its own. Only http and https are links; anything else stays text. */
export function OutsideLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children: ReactNode;
}): ReactElement {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={classes(linkClasses, 'inline-flex items-center gap-1 underline')}
    >
      {children}
      <ExternalLink aria-label={kitCopy.newTab} size={14} />
    </a>
  );
}

interface NavTabsProps {
  /** Names the navigation. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string; readonly badge?: ReactNode }[];
}

/** Tabs that are pages of their own: links, so that they can be opened, shared and gone back to. */
export function NavTabs({ label, tabs }: NavTabsProps): ReactElement {
  return (
    <nav aria-label={label} className="flex gap-1 overflow-x-auto border-b border-border">
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end className={tabClasses}>
          {tab.label}
          {tab.badge}
        </NavLink>
      ))}
    </nav>
  );
}
