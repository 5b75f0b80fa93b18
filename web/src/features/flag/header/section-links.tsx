import { type ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { tabClasses } from '@/components/ui/tab-classes';
import { commonCopy } from '@/copy/common';
import { flagCopy } from '@/copy/flag';
import { type Flag } from '@/lib/model';
import { targetingSection } from '../targeting-sections';

/** The parts of the page: those of the targeting view are scrolled to, the others are views of their own. */
export function SectionLinks({ flag }: { readonly flag: Flag }): ReactElement {
  const { pathname, hash } = useLocation();
  const path = namespacePath(flag.namespaceKey, 'flags', flag.key);
  const isVariantFlag = flag.type === 'variant';
  const { pages } = commonCopy;
  const links = [
    { label: flagCopy.sections.details, pathname: path, hash: '' },
    ...(isVariantFlag ? [{ label: flagCopy.sections.variants, pathname: path, hash: '#variants' }] : []),
    {
      label: isVariantFlag ? flagCopy.sections.rules : flagCopy.sections.rollouts,
      pathname: path,
      hash: `#${targetingSection}`,
    },
    ...(['analytics', 'code', 'history'] as const).map((view) => ({
      label: pages[view],
      pathname: `${path}/${view}`,
      hash: '',
    })),
  ];
  return (
    <nav aria-label={flagCopy.sections.label} className="flex gap-1 overflow-x-auto border-b border-border">
      {links.map((link) => (
        <Link
          key={link.label}
          to={{ pathname: link.pathname, hash: link.hash }}
          aria-current={pathname === link.pathname && hash === link.hash ? 'page' : undefined}
          className={tabClasses}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
