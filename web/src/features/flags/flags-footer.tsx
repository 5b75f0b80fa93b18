import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement } from 'react';
import { setPreference, usePreferences } from '@/app/preferences';
import { IconButton } from '@/components/ui/icon-button';
import { LazySelect } from '@/components/ui/lazy-select';
import { flagsCopy } from '@/copy/flags';
import { formatCount } from '@/lib/numbers';
import { type PageOfFlags } from './page-of-flags';

const sizes = ['25', '50', '100', '0'] as const;

interface FlagsFooterProps {
  readonly shown: PageOfFlags;
  readonly onPage: (page: number) => void;
}

/** Which part of the list this is, and how large parts are. */
export function FlagsFooter({ shown, onPage }: FlagsFooterProps): ReactElement {
  const copy = flagsCopy.pages;
  const { flagsPerPage } = usePreferences();
  const { page, pages, from, to, total } = shown;
  return (
    <footer className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 pt-3 text-secondary text-muted">
      <div className="flex items-center gap-2">
        <span aria-hidden>{copy.size}</span>
        <LazySelect
          label={copy.size}
          hideLabel
          compact
          className="w-24"
          value={sizes.find((size) => Number(size) === flagsPerPage)}
          options={sizes.map((size) => ({ value: size, label: size === '0' ? copy.all : size }))}
          onChange={(size) => {
            setPreference('flagsPerPage', Number(size));
            onPage(1);
          }}
        />
      </div>
      <span>{copy.range(formatCount(from), formatCount(to), formatCount(total))}</span>
      {pages > 1 && (
        <nav aria-label={copy.label} className="flex">
          <IconButton
            label={copy.previous}
            disabled={page === 1}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            <ChevronLeft aria-hidden size={16} />
          </IconButton>
          <IconButton
            label={copy.next}
            disabled={page === pages}
            onClick={() => {
              onPage(page + 1);
            }}
          >
            <ChevronRight aria-hidden size={16} />
          </IconButton>
        </nav>
      )}
    </footer>
  );
}
