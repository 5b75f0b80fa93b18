import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useSearchState } from '@/app/search-state';
import { Drawer } from '@/components/ui/drawer';
import { flagCopy } from '@/copy/flag';
import { type Flag, type Variant } from '@/lib/model';
import { variantSearch } from './variant-search';

const VariantForm = lazy(async () => ({ default: (await import('./variant-form')).VariantForm }));

/** The drawer that the address asks for: a new variant, or one to be edited. */
export function VariantDrawer({ flag }: { readonly flag: Flag }): ReactElement | null {
  const copy = flagCopy.variant;
  const [{ variant: wanted, copy: copied }, setSearch] = useSearchState(variantSearch);
  // The one that was opened stays open while it gets another key.
  const [opened, setOpened] = useState<{ readonly key: string; readonly variant: Variant }>();
  const close = (): void => {
    setSearch({ variant: undefined, copy: undefined });
  };
  if (wanted === undefined) return null;
  const original = flag.variants.find(({ key }) => key === copied);
  const isNew = wanted === 'new';
  const named = isNew ? undefined : flag.variants.find(({ key }) => key === wanted);
  if (named !== undefined && opened?.variant !== named) {
    setOpened({ key: wanted, variant: named });
  }
  const variant = named ?? (opened?.key === wanted ? opened.variant : undefined);
  if (!isNew && variant === undefined) {
    return <Drawer open title={copy.editTitle} description={copy.missing(wanted)} onClose={close} />;
  }
  return (
    <Suspense>
      <VariantForm
        // It stays the same form while the variant gets another id, as one does that is made again.
        key={wanted}
        flag={flag}
        variant={variant}
        original={original}
        onClose={close}
      />
    </Suspense>
  );
}
