import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import { detailsOf } from '@/api/api-error';
import { DiffList } from '@/components/diff-list';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { Disclosure } from '@/components/ui/disclosure';
import { SkeletonRows } from '@/components/ui/skeleton';
import { type Tone } from '@/components/ui/tone';
import { useIsReadOnly } from '@/changes';
import { changesCopy } from '@/copy/changes';
import { compareCopy } from '@/copy/compare';
import { type ComparedItem, compareNamespaces } from '@/lib/compare';
import { formatCount } from '@/lib/numbers';
import { contentsQuery } from './contents-query';
import { CopyToNamespaceDialog } from './copy-to-namespace-dialog';

const copy = compareCopy.page;

const tones: Record<ComparedItem['state'], Tone> = {
  'only-left': 'accent',
  'only-right': 'accent',
  different: 'warn',
  same: 'neutral',
};

interface ComparedItemsProps {
  readonly left: string;
  readonly right: string;
  readonly showsSame: boolean;
}

/** One thing on its way from one side to the other. */
interface Copying {
  readonly item: ComparedItem;
  readonly from: string;
  readonly to: string;
}

/** Flags and segments of both sides, and how they differ. */
export function ComparedItems({ left, right, showsSame }: ComparedItemsProps): ReactElement {
  const [leftQuery, rightQuery] = [useQuery(contentsQuery(left)), useQuery(contentsQuery(right))];
  const [copying, setCopying] = useState<Copying>();
  const items = useMemo(
    () =>
      leftQuery.data === undefined || rightQuery.data === undefined
        ? undefined
        : compareNamespaces(leftQuery.data, rightQuery.data),
    [leftQuery.data, rightQuery.data],
  );
  const failed = [leftQuery, rightQuery].find(({ isError }) => isError);
  if (failed !== undefined) {
    return (
      <ErrorState
        title={copy.unreadable(failed === leftQuery ? left : right)}
        details={detailsOf(failed.error)}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (items === undefined) return <SkeletonRows />;
  if (items.length === 0) return <EmptyState title={copy.empty} />;
  const shown = showsSame ? items : items.filter(({ state }) => state !== 'same');
  const same = items.filter(({ state }) => state === 'same').length;
  return (
    <>
      <p role="status" className="mb-2 text-muted">
        {copy.counts(formatCount(items.length - same), formatCount(same))}
      </p>
      {shown.length > 0 && (
        <ul
          aria-label={copy.items}
          className="divide-y divide-border rounded-card border border-border bg-surface"
        >
          {shown.map((item) => (
            <ComparedRow
              key={`${item.kind}:${item.key}`}
              item={item}
              left={left}
              right={right}
              onCopy={setCopying}
            />
          ))}
        </ul>
      )}
      {copying !== undefined && (
        <CopyToNamespaceDialog
          open
          namespaceKey={copying.from}
          targetKey={copying.to}
          {...(copying.item.kind === 'flag'
            ? { flagKeys: [copying.item.key] }
            : { segmentKeys: [copying.item.key] })}
          onClose={() => {
            setCopying(undefined);
          }}
        />
      )}
    </>
  );
}

interface ComparedRowProps {
  readonly item: ComparedItem;
  readonly left: string;
  readonly right: string;
  readonly onCopy: (copying: Copying) => void;
}

function ComparedRow({ item, left, right, onCopy }: ComparedRowProps): ReactElement {
  const { kind, key, state, changes } = item;
  const blocked = useIsReadOnly() ? changesCopy.blocked.readOnly : undefined;
  const copyButton = (from: string, to: string, text: string): ReactElement => (
    <Button
      size="compact"
      blocked={blocked}
      aria-label={copy.copyTo(key, to)}
      onClick={() => {
        onCopy({ item, from, to });
      }}
    >
      {text}
    </Button>
  );
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{compareCopy.copy.kinds[kind]}</span>
        <span className="min-w-0 flex-1 basis-40 font-mono text-code break-all">{key}</span>
        <Chip tone={tones[state]}>{stateText(state, left, right)}</Chip>
        {(state === 'only-left' || state === 'different') && copyButton(left, right, copy.toRight)}
        {(state === 'only-right' || state === 'different') && copyButton(right, left, copy.toLeft)}
      </div>
      {changes.length > 0 && (
        <Disclosure label={compareCopy.copy.showDifferences}>
          <DiffList changes={changes} />
        </Disclosure>
      )}
    </li>
  );
}

function stateText(state: ComparedItem['state'], left: string, right: string): string {
  if (state === 'only-left') return copy.onlyIn(left);
  if (state === 'only-right') return copy.onlyIn(right);
  return state === 'same' ? copy.same : copy.different;
}
