import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSearchState } from '@/app/search-state';
import { useWriteBlock } from '@/changes';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { flagCopy } from '@/copy/flag';
import { type Flag, type Variant } from '@/lib/model';
import { useFlagContents } from '../use-flag-contents';
import { DeleteVariantDialog } from './delete-variant-dialog';
import { VariantDrawer } from './variant-drawer';
import { variantSearch } from './variant-search';
import { VariantsTable } from './variants-table';

/** The values that a flag can answer with. */
export function VariantsSection({ flag }: { readonly flag: Flag }): ReactElement {
  const copy = flagCopy.variants;
  const block = useWriteBlock(flagCopy.actions.update);
  const { rules = [] } = useFlagContents(flag) ?? {};
  const [, setSearch] = useSearchState(variantSearch);
  const [leaving, setLeaving] = useState<Variant>();
  const add = (
    <Button
      icon={<Plus aria-hidden size={16} />}
      blocked={block}
      onClick={() => {
        setSearch({ variant: 'new' });
      }}
    >
      {copy.add}
    </Button>
  );
  const isEmpty = flag.variants.length === 0;
  return (
    <Card title={copy.title} actions={isEmpty ? undefined : add}>
      {isEmpty ? (
        <EmptyState title={copy.empty} action={add} />
      ) : (
        <VariantsTable flag={flag} rules={rules} onDelete={setLeaving} />
      )}
      <VariantDrawer flag={flag} />
      {leaving !== undefined && (
        <DeleteVariantDialog
          flag={flag}
          rules={rules}
          variant={leaving}
          onClose={() => {
            setLeaving(undefined);
          }}
        />
      )}
    </Card>
  );
}
