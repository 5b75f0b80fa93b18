import { ArrowRight, Minus, Pencil, Plus } from 'lucide-react';
import { type ReactElement } from 'react';
import { classes } from '@/components/ui/classes';
import { kitCopy } from '@/copy/kit';
import { type Change } from '@/lib/plan/plan';

const kinds: Record<
  Change['kind'],
  { readonly icon: ReactElement; readonly word: string; readonly tone: string }
> = {
  create: { icon: <Plus aria-hidden size={14} />, word: 'Added', tone: 'bg-on-soft text-on' },
  update: { icon: <Pencil aria-hidden size={14} />, word: 'Changed', tone: 'bg-accent-soft text-accent' },
  delete: { icon: <Minus aria-hidden size={14} />, word: 'Removed', tone: 'bg-danger-soft text-danger' },
};

/** What a plan changes, in words: before and after of each difference. */
export function DiffList({ changes }: { readonly changes: readonly Change[] }): ReactElement {
  if (changes.length === 0) return <p className="text-muted">{kitCopy.noChanges}</p>;
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-surface">
      {changes.map((change, index) => {
        const { icon, word, tone } = kinds[change.kind];
        return (
          <li key={index} className="flex items-start gap-3 px-3 py-2">
            <span className={classes('mt-0.5 flex size-5 items-center justify-center rounded', tone)}>
              {icon}
              <span className="sr-only">{word}: </span>
            </span>
            <div className="min-w-0 flex-1">
              <p className="break-words">{change.subject}</p>
              <p className="flex flex-wrap items-center gap-x-2 font-mono text-code break-all text-muted">
                {change.before !== undefined && <del className="decoration-danger">{change.before}</del>}
                {change.before !== undefined && change.after !== undefined && (
                  <ArrowRight aria-label={kitCopy.becomes} size={14} className="shrink-0" />
                )}
                {change.after !== undefined && <ins className="text-text no-underline">{change.after}</ins>}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
