import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import { detailsOf } from '@/api/api-error';
import { DiffList } from '@/components/diff-list';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Chip } from '@/components/ui/chip';
import { Disclosure } from '@/components/ui/disclosure';
import { SkeletonRows } from '@/components/ui/skeleton';
import { type Tone } from '@/components/ui/tone';
import { keyClasses } from '@/components/unbroken';
import { useWriteBlock } from '@/changes';
import { compareCopy } from '@/copy/compare';
import { dryRunCopy } from '@/copy/dry-run';
import { type ComparedItem, compareNamespaces } from '@/lib/compare-namespaces';
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

/** Flags and segments on their way from one side to the other. */
interface Copying {
  readonly items: readonly ComparedItem[];
  readonly from: string;
  readonly to: string;
}

/** Flags and segments of both sides, and how they differ. */
export function ComparedItems({ left, right, showsSame }: ComparedItemsProps): ReactElement {
  const [leftQuery, rightQuery] = [useQuery(contentsQuery(left)), useQuery(contentsQuery(right))];
  const [copying, setCopying] = useState<Copying>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
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
      <CopySelected
        items={shown.filter((item) => selected.has(idOf(item)))}
        left={left}
        right={right}
        onCopy={setCopying}
      />
      {shown.length > 0 && (
        <ul
          aria-label={copy.items}
          className="divide-y divide-border rounded-card border border-border bg-surface"
        >
          {shown.map((item) => (
            <ComparedRow
              key={idOf(item)}
              item={item}
              left={left}
              right={right}
              isSelected={selected.has(idOf(item))}
              onSelect={(isSelected) => {
                setSelected((before) => withItem(before, idOf(item), isSelected));
              }}
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
          flagKeys={keysOf('flag', copying.items)}
          segmentKeys={keysOf('segment', copying.items)}
          onClose={(isDone) => {
            setCopying(undefined);
            if (isDone) setSelected(new Set());
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
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onCopy: (copying: Copying) => void;
}

function ComparedRow({ item, left, right, isSelected, onSelect, onCopy }: ComparedRowProps): ReactElement {
  const { kind, key, state, changes } = item;
  const blocks = useCopyBlocks(left, right);
  const copyButton = (from: string, to: string, text: string): ReactElement => (
    <Button
      size="compact"
      blocked={blocks[to]}
      aria-label={copy.copyTo(key, to)}
      onClick={() => {
        onCopy({ items: [item], from, to });
      }}
    >
      {text}
    </Button>
  );
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        {state !== 'same' && (
          <Checkbox hideLabel label={copy.select(key)} checked={isSelected} onChange={onSelect} />
        )}
        <span className="text-muted">{dryRunCopy.kinds[kind]}</span>
        <span className={`min-w-0 flex-1 basis-40 font-mono text-code ${keyClasses(key)}`}>{key}</span>
        <Chip tone={tones[state]}>{stateText(state, left, right)}</Chip>
        {isCopied(item, 'only-left') && copyButton(left, right, copy.toRight)}
        {isCopied(item, 'only-right') && copyButton(right, left, copy.toLeft)}
      </div>
      {changes.length > 0 && (
        <Disclosure label={dryRunCopy.showDifferences}>
          <DiffList changes={changes} />
        </Disclosure>
      )}
    </li>
  );
}

interface CopySelectedProps {
  readonly items: readonly ComparedItem[];
  readonly left: string;
  readonly right: string;
  readonly onCopy: (copying: Copying) => void;
}

/** Copies what is selected to either side, as one change. */
function CopySelected({ items, left, right, onCopy }: CopySelectedProps): ReactElement | null {
  const blocks = useCopyBlocks(left, right);
  if (items.length === 0) return null;
  const button = (from: string, to: string, only: ComparedItem['state']): ReactElement | null => {
    const copied = items.filter((item) => isCopied(item, only));
    if (copied.length === 0) return null;
    return (
      <Button
        size="compact"
        blocked={blocks[to]}
        onClick={() => {
          onCopy({ items: copied, from, to });
        }}
      >
        {copy.copySelected(formatCount(copied.length), to)}
      </Button>
    );
  };
  return (
    <section aria-label={copy.selection} className="mb-2 flex flex-wrap items-center gap-2">
      {button(left, right, 'only-left')}
      {button(right, left, 'only-right')}
    </section>
  );
}

/** Why nothing can be copied to a side, by its namespace. */
function useCopyBlocks(left: string, right: string): Readonly<Record<string, string | undefined>> {
  return {
    [left]: useWriteBlock(compareCopy.copy.action, 'CreateChange', left),
    [right]: useWriteBlock(compareCopy.copy.action, 'CreateChange', right),
  };
}

/** True for an item that can be copied from a side: it is only there, or differs. */
function isCopied({ state }: ComparedItem, only: ComparedItem['state']): boolean {
  return state === only || state === 'different';
}

function keysOf(kind: ComparedItem['kind'], items: readonly ComparedItem[]): readonly string[] {
  return items.filter((item) => item.kind === kind).map(({ key }) => key);
}

function idOf({ kind, key }: ComparedItem): string {
  return `${kind}:${key}`;
}

function withItem(items: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return new Set(isIn ? [...items, id] : [...items].filter((other) => other !== id));
}

function stateText(state: ComparedItem['state'], left: string, right: string): string {
  if (state === 'only-left') return copy.onlyIn(left);
  if (state === 'only-right') return copy.onlyIn(right);
  return state === 'same' ? copy.same : copy.different;
}
