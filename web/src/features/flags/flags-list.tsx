import { unknownSegments } from '@pennon/state';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lastChangesQuery } from '@/api/last-changes';
import { useCopyText } from '@/app/copy-text';
import { useListState } from '@/app/list-state';
import { usePreferences } from '@/app/preferences';
import { useRowKeys } from '@/app/row-keys';
import { useShortcut } from '@/app/shortcuts';
import { useTypedText } from '@/app/typed-text';
import { FoundList } from '@/components/list/found-list';
import { useFound } from '@/components/list/use-found';
import { useIsNarrow } from '@/components/media';
import { createMenuHandle } from '@/components/ui/menu';
import { useEverTrue } from '@/components/use-ever-true';
import { flagsCopy as copy } from '@/copy/flags';
import { CopyToNamespaceDialog } from '@/features/compare';
import { DeleteFlagDialog } from '@/features/flag';
import { useNamespaceIndex, useNamespaceNews } from '@/index';
import { noteFlagOrder } from '@/lib/flag-order';
import { type Flag } from '@/lib/model';
import { readFlagQuery } from '@/lib/query-language';
import { knownTags } from '@/lib/tags';
import { useColumns } from './columns';
import { entriesOf } from './flag-entry';
import { FlagCards } from './flag-cards';
import { type IndexState } from './flag-parts';
import { type RowContext } from './flag-row';
import { FlagsFooter } from './flags-footer';
import { FlagsTable } from './flags-table';
import { FlagsToolbar } from './flags-toolbar';
import { pageOfFlags } from './page-of-flags';
import { RowMenu } from './row-menu';
import { useSelection } from './use-selection';

// Loaded when they are wanted first.
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar')).BulkBar }));
const SwitchDialog = lazy(async () => ({ default: (await import('./switch-dialog')).SwitchDialog }));

/** In milliseconds. */
const DAY = 86_400_000;

interface FlagsListProps {
  readonly namespaceKey: string;
  readonly flags: readonly Flag[];
}

/** The flags that the address asks for, as a table or as cards. */
export function FlagsList({ namespaceKey, flags }: FlagsListProps): ReactElement {
  const list = useListState();
  const query = useTypedText(list.query, list.setQuery);
  const { text, set } = query;
  const { index, isLoading, isRefused } = useNamespaceIndex(namespaceKey);
  const { flagsPerPage, staleAfterDays } = usePreferences();
  const columns = useColumns();
  const isNarrow = useIsNarrow();
  const copyText = useCopyText();
  const search = useRef<HTMLInputElement>(null);
  const [menu] = useState(() => createMenuHandle<Flag>());
  const [deleting, setDeleting] = useState<Flag>();
  const [copying, setCopying] = useState<Flag>();
  const [openedAt] = useState(() => Date.now());
  const [switching, setSwitching] = useState<Flag>();

  const staleSince = new Date(openedAt - staleAfterDays * DAY).toISOString();
  const lastChanges = lastChangesQuery(namespaceKey);
  const { data: changes } = useQuery(lastChanges);
  useNamespaceNews(namespaceKey, lastChanges.queryKey);
  const entries = useMemo(
    () => entriesOf(flags, index, staleSince, changes),
    [flags, index, staleSince, changes],
  );
  const { filter, found } = useFound(entries, list.sort, text, readFlagQuery);
  const values = useMemo(
    () => ({ tags: knownTags(flags), segmentKeys: [...(index?.segments.keys() ?? [])] }),
    [flags, index],
  );
  const shown = pageOfFlags(found, list.page, flagsPerPage);
  const foundKeys = useMemo(() => found.map(({ key }) => key), [found]);
  useEffect(() => {
    noteFlagOrder(namespaceKey, foundKeys);
  }, [namespaceKey, foundKeys]);
  const { selected, select, selectAll, clear } = useSelection(foundKeys);
  const hasBulkBar = useEverTrue(selected.size > 0);
  const onTag = useCallback(
    (tag: string) => {
      set(`tag:${/\s/.test(tag) ? `"${tag}"` : tag}`);
    },
    [set],
  );
  const state = useMemo<IndexState>(
    () => ({ segments: index?.knownSegments ?? unknownSegments, isLoading, isRefused }),
    [index, isLoading, isRefused],
  );
  const context = useMemo<RowContext>(
    () => ({ state, selected, onSelect: select, onTag, menu }),
    [state, selected, select, onTag, menu],
  );
  const { where, ...words } = copy.shortcuts;
  const { holder, focusedKey } = useRowKeys({ search, onCopyKey: copyText, words: copy.shortcuts });
  const selectFocused = (): void => {
    const key = focusedKey();
    if (key !== undefined) select(key, !selected.has(key), false);
  };
  const switchFocused = (): void => {
    const key = focusedKey();
    setSwitching(flags.find((flag) => flag.key === key));
  };
  useShortcut('x', selectFocused, { label: words.select, where });
  useShortcut('e', switchFocused, { label: words.toggle, where });

  return (
    <>
      <FlagsToolbar search={search} query={query} values={values} list={list} />
      <FoundList
        filter={filter}
        text={text}
        onChange={set}
        found={found.length}
        all={flags.length}
        words={copy.list}
        note={isRefused && <p className="pb-2 text-muted">{copy.byRow.note}</p>}
      >
        <div {...holder}>
          {isNarrow ? (
            <FlagCards entries={shown.entries} columns={columns} context={context} />
          ) : (
            <FlagsTable entries={shown.entries} columns={columns} list={list} context={context} />
          )}
          <FlagsFooter shown={shown} onPage={list.setPage} />
        </div>
      </FoundList>
      <Suspense>
        {hasBulkBar && (
          <BulkBar
            namespaceKey={namespaceKey}
            flags={flags.filter(({ key }) => selected.has(key))}
            knownTags={values.tags}
            matching={found.length}
            onSelectAll={() => {
              selectAll(foundKeys);
            }}
            onClear={clear}
          />
        )}
      </Suspense>
      <RowMenu handle={menu} onDelete={setDeleting} onCopy={setCopying} />
      {copying !== undefined && (
        <CopyToNamespaceDialog
          open
          namespaceKey={namespaceKey}
          flagKeys={[copying.key]}
          onClose={() => {
            setCopying(undefined);
          }}
        />
      )}
      {deleting !== undefined && (
        <DeleteFlagDialog
          open
          flag={deleting}
          onClose={() => {
            setDeleting(undefined);
          }}
        />
      )}
      <Suspense>
        {switching !== undefined && (
          <SwitchDialog
            flag={switching}
            onClose={() => {
              setSwitching(undefined);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
