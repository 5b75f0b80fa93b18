import { Trash2, TriangleAlert } from 'lucide-react';
import { type ReactElement } from 'react';
import { useLocation } from 'react-router';
import { useWriteBlock } from '@/changes';
import { Chip } from '@/components/ui/chip';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { commonCopy } from '@/copy/common';
import { constraintsCopy } from '@/copy/constraints';
import { segmentConstraintsCopy as copy, segmentsCopy } from '@/copy/segments';
import { type Constraint } from '@/lib/model';
import { ConstraintSentence } from './constraint-sentence';

interface ConstraintItemProps {
  readonly constraint: Constraint;
  /** From 1. */
  readonly position: number;
  /** What is wrong with it, in sentences. */
  readonly findings: readonly string[];
  readonly onDelete: () => void;
}

/** One constraint of the list. */
export function ConstraintItem({
  constraint,
  position,
  findings,
  onDelete,
}: ConstraintItemProps): ReactElement {
  const block = useWriteBlock(segmentsCopy.actions.update);
  const { pathname } = useLocation();
  const name = copy.constraintOn(position, constraint.property);
  return (
    <li className="flex items-start gap-3 border-t border-border px-4 py-3 first:border-t-0">
      <span aria-hidden className="tabular w-5 shrink-0 pt-0.5 text-end text-faint">
        {position}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <ConstraintSentence constraint={constraint} />
          <Chip>{constraintsCopy.types[constraint.type]}</Chip>
        </div>
        {constraint.description !== '' && (
          <p className="text-secondary break-words text-muted">{constraint.description}</p>
        )}
        {findings.map((text) => (
          <p key={text} className="flex items-start gap-1.5 text-secondary text-warn">
            <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            {text}
          </p>
        ))}
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {block === undefined && (
          <Link to={{ pathname, search: `?constraint=${encodeURIComponent(constraint.id)}` }}>
            {copy.edit}
            <span className="sr-only"> {name}</span>
          </Link>
        )}
        <IconButton label={`${commonCopy.delete} ${name}`} blocked={block} onClick={onDelete}>
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </div>
    </li>
  );
}
