import { type ReactElement, useMemo } from 'react';
import { classes } from '@/components/ui/classes';
import { kitCopy } from '@/copy/kit';
import { laidOutJson } from '@/lib/json-layout';
import { type LineDifference, diffLines } from '@/lib/line-diff';

interface JsonDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const marks: Record<
  LineDifference['kind'],
  { readonly sign: string; readonly word: string; readonly look: string }
> = {
  same: { sign: ' ', word: '', look: 'text-muted' },
  removed: { sign: '−', word: kitCopy.lines.removed, look: 'bg-danger-soft text-text' },
  added: { sign: '+', word: kitCopy.lines.added, look: 'bg-on-soft text-text' },
};

/** Two texts line by line, with what left and what came. JSON is laid out first, so that spaces are no change. */
export function JsonDiff({ label, before, after }: JsonDiffProps): ReactElement {
  const lines = useMemo(() => diffLines(layOut(before), layOut(after)), [before, after]);
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-control border border-border bg-sunken py-2 font-mono text-code"
    >
      {lines.map((line, index) => {
        const { sign, word, look } = marks[line.kind];
        return (
          <div key={index} className={classes('flex w-max min-w-full gap-2 px-3 whitespace-pre', look)}>
            <span aria-hidden className="w-3 select-none">
              {sign}
            </span>
            <span className="sr-only">{word}</span>
            <span>{line.text}</span>
          </div>
        );
      })}
    </div>
  );
}

function layOut(text: string): string {
  if (text.trim() === '') return '';
  try {
    return laidOutJson(text);
  } catch {
    return text;
  }
}
