import { lazy, type ReactElement, Suspense } from 'react';
import { useSearchState } from '@/app/search-state';
import { Drawer } from '@/components/ui/drawer';
import { segmentConstraintsCopy as copy } from '@/copy/segments';
import { type Segment } from '@/lib/model';
import { constraintSearch } from './constraint-search';

const ConstraintForm = lazy(async () => ({ default: (await import('./constraint-form')).ConstraintForm }));

/** The drawer that the address asks for: a new constraint, or one to be edited. */
export function ConstraintDrawer({ segment }: { readonly segment: Segment }): ReactElement | null {
  const [{ constraint: wanted }, setSearch] = useSearchState(constraintSearch);
  const close = (): void => {
    setSearch({ constraint: undefined });
  };
  if (wanted === undefined) return null;
  const constraint = segment.constraints.find(({ id }) => id === wanted);
  if (wanted !== 'new' && constraint === undefined) {
    return <Drawer open title={copy.editTitle} description={copy.missing} onClose={close} />;
  }
  return (
    <Suspense>
      <ConstraintForm key={wanted} segment={segment} constraint={constraint} onClose={close} />
    </Suspense>
  );
}
