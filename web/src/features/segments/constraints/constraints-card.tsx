import { Plus } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { useSearchState } from '@/app/search-state';
import { useWriteBlock } from '@/changes';
import { EmptyState } from '@/components/empty-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { segmentConstraintsCopy as copy, segmentsCopy } from '@/copy/segments';
import { segmentFindings } from '@/lib/health/segment-findings';
import { type Constraint, type Segment } from '@/lib/model';
import { matchText } from '../match-text';
import { ConstraintDrawer } from './constraint-drawer';
import { ConstraintItem } from './constraint-item';
import { constraintSearch } from './constraint-search';
import { DeleteConstraintDialog } from './delete-constraint-dialog';
import { findingText } from './finding-text';

/** What an entity must meet to be in the segment. */
export function ConstraintsCard({ segment }: { readonly segment: Segment }): ReactElement {
  const block = useWriteBlock(segmentsCopy.actions.update);
  const [, setSearch] = useSearchState(constraintSearch);
  const [leaving, setLeaving] = useState<Constraint>();
  const findings = useMemo(() => segmentFindings(segment), [segment]);
  const isEmpty = segment.constraints.length === 0;
  const add = (
    <Button
      icon={<Plus aria-hidden size={16} />}
      blocked={block}
      onClick={() => {
        setSearch({ constraint: 'new' });
      }}
    >
      {copy.add}
    </Button>
  );
  return (
    <Card
      title={copy.title}
      description={isEmpty ? undefined : matchText(segment)}
      actions={isEmpty ? undefined : add}
      flush={!isEmpty}
    >
      {isEmpty ? (
        <EmptyState title={copy.empty} action={add} />
      ) : (
        <ol aria-label={copy.title} className="border-t border-border">
          {segment.constraints.map((constraint, index) => (
            <ConstraintItem
              key={constraint.id}
              constraint={constraint}
              position={index + 1}
              findings={findings
                .filter((finding) => 'position' in finding && finding.position === index + 1)
                .map(findingText)}
              onDelete={() => {
                setLeaving(constraint);
              }}
            />
          ))}
        </ol>
      )}
      <ConstraintDrawer segment={segment} />
      {leaving !== undefined && (
        <DeleteConstraintDialog
          segment={segment}
          constraint={leaving}
          onClose={() => {
            setLeaving(undefined);
          }}
        />
      )}
    </Card>
  );
}
