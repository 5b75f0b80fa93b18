import { type ReactElement } from 'react';
import { resetPreferences } from '@/app/preferences';
import { useTitle } from '@/app/title';
import { useNotify } from '@/changes';
import { PageHeader } from '@/components/page-header';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { settingsCopy } from '@/copy/settings';
import { DisplayCard } from './display-card';
import { canStore } from './can-store';
import { MemoryCard } from './memory-card';
import { WorkCard } from './work-card';

/** Taste, kept in this browser. */
export function Component(): ReactElement {
  useTitle(settingsCopy.title);
  const notify = useNotify();
  return (
    <>
      <PageHeader
        title={settingsCopy.title}
        description={settingsCopy.description}
        actions={
          <Button
            onClick={() => {
              resetPreferences();
              notify.success(settingsCopy.resetDone);
            }}
          >
            {settingsCopy.reset}
          </Button>
        }
      />
      <div className="flex max-w-[45rem] flex-col gap-6">
        {!canStore() && <Banner tone="warn">{settingsCopy.blocked}</Banner>}
        <DisplayCard />
        <WorkCard />
        <MemoryCard />
      </div>
    </>
  );
}
