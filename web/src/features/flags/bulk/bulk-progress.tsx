import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { type ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { bulkCopy as copy } from '@/copy/bulk';
import { commonCopy } from '@/copy/common';
import { formatCount } from '@/lib/numbers';
import { type BulkResult, type BulkRun } from './use-bulk-run';

interface BulkProgressProps {
  readonly title: string;
  readonly run: BulkRun;
  readonly canUndo: boolean;
  readonly onClose: () => void;
}

/** How far it is, and how it went with each flag. */
export function BulkProgress({ title, run, canUndo, onClose }: BulkProgressProps): ReactElement {
  const { progress, results, stop, undo } = run;
  const { done = 0, all = 0, isRunning = false } = progress ?? {};
  const count = (kind: BulkResult['kind']): string =>
    formatCount(results.filter((result) => result.kind === kind).length);
  const hasDone = results.some(({ kind }) => kind === 'done');
  return (
    <Dialog
      open
      alert
      title={title}
      onClose={isRunning ? stop : onClose}
      footer={
        isRunning ? (
          <Button onClick={stop}>{copy.stop}</Button>
        ) : (
          <>
            {canUndo && hasDone && <Button onClick={() => void undo()}>{commonCopy.undo}</Button>}
            <Button variant="primary" onClick={onClose}>
              {commonCopy.close}
            </Button>
          </>
        )
      }
    >
      <p role="status" className="pb-2">
        {isRunning
          ? copy.progress(formatCount(done), formatCount(all))
          : copy.results.summary(count('done'), count('failed'), count('skipped'))}
      </p>
      <progress
        aria-label={title}
        value={done}
        max={Math.max(1, all)}
        className="h-1.5 w-full accent-accent"
      />
      {!isRunning && (
        <ul aria-label={copy.results.title} className="flex flex-col gap-1 pt-3">
          {results.toSorted(failedFirst).map((result) => (
            <li key={result.key} className="flex items-start gap-2">
              <ResultIcon kind={result.kind} />
              <span className="min-w-0 break-words">
                <code>{result.key}</code> {resultText(result)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const order: Record<BulkResult['kind'], number> = { failed: 0, skipped: 1, done: 2 };

function failedFirst(left: BulkResult, right: BulkResult): number {
  return order[left.kind] - order[right.kind];
}

function resultText(result: BulkResult): string {
  switch (result.kind) {
    case 'done':
      return copy.results.done;
    case 'failed':
      return copy.results.failed(result.reason);
    case 'skipped':
      return copy.results.skipped(result.reason);
  }
}

function ResultIcon({ kind }: Pick<BulkResult, 'kind'>): ReactElement {
  const looks = 'mt-0.5 shrink-0';
  switch (kind) {
    case 'done':
      return <CircleCheck aria-hidden size={16} className={`${looks} text-on`} />;
    case 'failed':
      return <CircleAlert aria-hidden size={16} className={`${looks} text-danger`} />;
    case 'skipped':
      return <CircleMinus aria-hidden size={16} className={`${looks} text-muted`} />;
  }
}
