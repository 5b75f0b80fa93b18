import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { setPreference } from '@/app/preferences';
import { useTitle } from '@/app/title';
import { useWriteBlock } from '@/changes';
import { PageHeader } from '@/components/page-header';
import { Button } from '@/components/ui/button';
import { commonCopy } from '@/copy/common';
import { guideCopy } from '@/copy/guide';
import { FirstSteps } from './first-steps';
import { GuideCards } from './guide-cards';
import { SamplesCard } from './samples-card';

/** The first page that somebody sees. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.onboarding);
  const navigate = useNavigate();
  const namespaceKey = useNamespaceKey();
  const block = useWriteBlock();
  return (
    <>
      <PageHeader
        title={commonCopy.pages.onboarding}
        description={guideCopy.onboardingText}
        actions={
          <Button
            variant="primary"
            onClick={() => {
              setPreference('isOnboarded', true);
              void navigate(namespaceKey === '' ? '/' : namespacePath(namespaceKey, 'flags'));
            }}
          >
            {guideCopy.continue}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {namespaceKey !== '' && block === undefined && <FirstSteps namespaceKey={namespaceKey} />}
        <SamplesCard />
        <GuideCards />
      </div>
    </>
  );
}
