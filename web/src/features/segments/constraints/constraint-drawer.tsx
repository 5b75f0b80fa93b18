import { type ReactElement, useCallback } from 'react';
import { type Segment } from '@/api/types';
import { useSearchState } from '@/app/search-state';
import { Drawer } from '@/components/ui/drawer';
import { segmentConstraintsCopy as copy } from '@/copy/segments';
import { ConstraintForm } from './constraint-form';
import { constraintSearch } from './constraint-search';

/** The drawer that the address asks for: a new constraint, or one to be edited. */
export function ConstraintDrawer({ segment }: { readonly segment: Segment }): ReactElement | null {
  const [{ constraint: wanted }, setSearch] = useSearchState(constraintSearch);
  const close = useCallback(() => {
    setSearch({ constraint: undefined });
  }, [setSearch]);
  if (wanted === undefined) return null;
  const constraint = segment.constraints.find(({ id }) => id === wanted);
  if (wanted !== 'new' && constraint === undefined) {
    return <Drawer open title={copy.editTitle} description={copy.missing} onClose={close} />;
  }
  return <ConstraintForm key={wanted} segment={segment} constraint={constraint} onClose={close} />;
}
