import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { useParams } from 'react-router';
import { flagsQuery } from '@/api/flags';
import { useChangeSearch } from '@/app/change-search';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useSearchState } from '@/app/search-state';
import { useTitle } from '@/app/title';
import { useWriteBlock } from '@/changes';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Banner } from '@/components/ui/banner';
import { ButtonLink } from '@/components/ui/link';
import { Segmented } from '@/components/ui/segmented';
import { commonCopy } from '@/copy/common';
import { consoleCopy } from '@/copy/console';
import { flagWords } from '@/copy/flag-words';
import { useNamespaceIndex } from '@/index';
import { consoleQuery } from '@/lib/evaluation/question-code';
import * as z from '@/lib/zod';
import { OneFlagMode } from './one-flag/one-flag-mode';
import { useEntities } from './use-entities';

const AllFlagsMode = lazy(async () => ({
  default: (await import('./all-flags/all-flags-mode')).AllFlagsMode,
}));

const CompareMode = lazy(async () => ({ default: (await import('./compare/compare-mode')).CompareMode }));

const { modes } = consoleCopy;

const modeNames = ['one', 'all', 'compare'] as const;

const schema = z.object({ mode: z._default(z.enum(modeNames), 'one') });

/** Addresses longer than this are cut by some programs. */
const LONG_ADDRESS = 2000;

/** Answers what an entity gets, and why. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.console);
  const namespaceKey = useNamespaceKey();
  const { flagKey } = useParams();
  const changeSearch = useChangeSearch();
  const [{ mode }, change] = useSearchState(schema);
  const entities = useEntities();
  const flags = useQuery(flagsQuery(namespaceKey));
  const { index } = useNamespaceIndex(namespaceKey);

  const chooseFlag = (key: string | undefined): void => {
    const path = namespacePath(namespaceKey, 'console', ...(key === undefined ? [] : [key]));
    changeSearch(
      (params) => {
        for (const [name, value] of new URLSearchParams(consoleQuery(entities.first))) {
          params.set(name, value);
        }
      },
      { pathname: path, replace: true },
    );
  };

  return (
    <>
      <PageHeader
        title={commonCopy.pages.console}
        actions={
          <Segmented
            label={modes.label}
            value={mode}
            onChange={(next) => {
              change({ mode: next === 'one' ? undefined : next });
            }}
            options={modeNames.map((name) => ({ value: name, label: modes[name] }))}
          />
        }
      />
      {window.location.href.length > LONG_ADDRESS && (
        <div className="mb-4">
          <Banner tone="warn">{consoleCopy.errors.longAddress}</Banner>
        </div>
      )}
      <DataState
        query={flags}
        what="flags"
        isEmpty={(data) => data.length === 0}
        empty={<NoFlags namespaceKey={namespaceKey} />}
      >
        {(data) => {
          const shared = { namespaceKey, flags: data, index };
          if (mode === 'all') {
            return (
              <Suspense>
                <AllFlagsMode
                  {...shared}
                  entity={entities.first}
                  onEntity={entities.setFirst}
                  search={consoleQuery(entities.first)}
                />
              </Suspense>
            );
          }
          const withFlag = { ...shared, flagKey, onFlagKey: chooseFlag };
          if (mode === 'compare') {
            return (
              <Suspense>
                <CompareMode {...withFlag} entities={entities} />
              </Suspense>
            );
          }
          return <OneFlagMode {...withFlag} entity={entities.first} onEntity={entities.setFirst} />;
        }}
      </DataState>
    </>
  );
}

function NoFlags({ namespaceKey }: { readonly namespaceKey: string }): ReactElement {
  const { title, text, action } = consoleCopy.noFlags;
  const block = useWriteBlock(flagWords.actions.create);
  return (
    <EmptyState
      icon={<FlaskConical aria-hidden size={24} />}
      title={title}
      description={text}
      action={
        block === undefined && (
          <ButtonLink variant="primary" to={namespacePath(namespaceKey, 'flags', 'new')}>
            {action}
          </ButtonLink>
        )
      }
    />
  );
}
