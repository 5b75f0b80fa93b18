import { FlaskConical } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '@/components/ui/button';
import { flagCopy } from '@/copy/flag';
import { type FlagContents, type Segment } from '@/lib/model';

const DraftDrawer = lazy(async () => ({ default: (await import('@/features/console')).DraftDrawer }));

interface TestDraftProps {
  readonly flag: FlagContents;
  readonly segments: readonly Segment[];
}

/** Tries what is edited before it is saved. */
export function TestDraft({ flag, segments }: TestDraftProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact"
        className="self-start"
        icon={<FlaskConical aria-hidden size={16} />}
        onClick={() => {
          setOpen(true);
        }}
      >
        {flagCopy.header.testDraft}
      </Button>
      <Suspense>
        {isOpen && (
          <DraftDrawer
            flag={flag}
            segments={segments}
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
