import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useDeferredValue, useMemo, useRef, useState } from 'react';
import { classes } from '@/components/ui/classes';
import { kitCopy } from '@/copy/kit';
import { formatCount } from '@/lib/numbers';
import { type JsonNode, readJsonTree, ROOT, type TreeRow, treeRows, type ValueRow } from '@/lib/json-tree';

interface JsonTreeProps {
  readonly label: string;
  /** JSON, or what shall become JSON. */
  readonly text: string;
}

/**
 * What JSON holds as a tree to look through: one stop of Tab, in which the arrow keys move, open and close. Only what
 * is open is in the page.
 */
export function JsonTree({ label, text }: JsonTreeProps): ReactElement {
  // Typing into a large text does not wait for its tree.
  const read = useDeferredValue(text);
  const root = useMemo(() => treeOf(read), [read]);
  // Kept by place, so that the tree stays as it is while the text is edited.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([ROOT]));
  const [current, setCurrent] = useState(ROOT);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => (root === undefined ? [] : treeRows(root, opened)), [root, opened]);
  if (root === undefined) return <p className="text-muted">{kitCopy.tree.notYet}</p>;
  const stop = rows.some(({ path }) => path === current) ? current : ROOT;

  const toggle = (row: TreeRow): void => {
    if (row.kind === 'rest' || row.isOpen === undefined) return;
    setOpened(row.isOpen ? without(opened, row.path) : new Set([...opened, row.path]));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = rows.findIndex(({ path }) => path === stop);
    const row = rows[index];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event.key, row, index, rows);
    if (step === undefined) return;
    event.preventDefault();
    if (step === 'toggle') toggle(row);
    else tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[step]?.focus();
  };

  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-control border border-border p-2 font-mono text-code"
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <TreeItem
          key={row.path}
          row={row}
          isStop={row.path === stop}
          onFocus={() => {
            setCurrent(row.path);
          }}
          onToggle={() => {
            toggle(row);
          }}
        />
      ))}
    </div>
  );
}

/** What a key does in a tree: open or close its line, or go to that one; undefined for other keys. */
function stepOf(
  key: string,
  row: TreeRow,
  index: number,
  rows: readonly TreeRow[],
): 'toggle' | number | undefined {
  const isOpen = row.kind === 'value' ? row.isOpen : undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, rows.length - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      if (isOpen === undefined) return index;
      return isOpen ? index + 1 : 'toggle';
    case 'ArrowLeft':
      if (isOpen === true) return 'toggle';
      return Math.max(
        rows.slice(0, index).findLastIndex(({ level }) => level < row.level),
        0,
      );
    case 'Enter':
    case ' ':
      return 'toggle';
    default:
      return undefined;
  }
}

interface TreeItemProps {
  readonly row: TreeRow;
  /** True of the one line that Tab comes to. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
}

function TreeItem({ row, isStop, onFocus, onToggle }: TreeItemProps): ReactElement {
  const isOpen = row.kind === 'value' ? row.isOpen : undefined;
  return (
    <div
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      style={{ paddingInlineStart: `${row.level - 1}rem` }}
      className={classes(
        'flex min-h-6 items-start rounded-control py-0.5 hover:bg-sunken focus-visible:-outline-offset-2',
        isOpen !== undefined && 'cursor-pointer',
      )}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <span aria-hidden className="flex h-5 w-5 shrink-0 items-center text-muted">
        {isOpen !== undefined && <ChevronRight size={14} className={classes(isOpen && 'rotate-90')} />}
      </span>
      <RowText row={row} />
    </div>
  );
}

function RowText({ row }: { readonly row: TreeRow }): ReactElement {
  if (row.kind === 'rest') {
    return <span className="text-muted">{kitCopy.tree.rest(formatCount(row.count))}</span>;
  }
  const { name } = row;
  return (
    <span className="min-w-0 break-words">
      {name !== undefined && <span className="text-accent">{shortened(name)}: </span>}
      <ValueText row={row} />
    </span>
  );
}

/** A value in the colours of the editor, so that the two read alike. */
function ValueText({ row: { node, isOpen } }: { readonly row: ValueRow }): ReactElement {
  if (!('entries' in node)) {
    const look = node.kind === 'string' ? 'text-on' : 'text-warn';
    return <span className={look}>{shortened(node.spelling)}</span>;
  }
  const count = node.entries.length;
  const isTooDeep = isOpen === undefined && count > 0;
  return (
    <span className="text-muted">
      {kitCopy.tree[node.kind](count)}
      {isTooDeep && kitCopy.tree.tooDeep}
    </span>
  );
}

/** Undefined for what is no JSON. */
function treeOf(text: string): JsonNode | undefined {
  try {
    return readJsonTree(text);
  } catch {
    return undefined;
  }
}

/** How much of a long text a line shows, in characters. */
const SHOWN = 200;

function shortened(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function without(paths: ReadonlySet<string>, left: string): ReadonlySet<string> {
  return new Set([...paths].filter((path) => path !== left));
}
