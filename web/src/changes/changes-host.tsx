import { lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { commonCopy } from '@/copy/common';
import { openQuestion } from './questions';
import { UnsavedDialog } from './unsaved-dialog';

// Few visits come to one of them.
const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog')).ReviewDialog }));
const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog')).ConflictDialog }));

/** What saving and leaving may ask, over whatever page is open. Mounted once, inside the router. */
export function ChangesHost(): ReactElement {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get);
  return (
    <>
      <Suspense>
        {question?.kind === 'review' && <ReviewDialog {...question} />}
        {question?.kind === 'conflict' && (
          <ConflictDialog
            description={question.title}
            rows={question.rows}
            canChoose={question.canChoose}
            later={commonCopy.cancel}
            onAnswer={question.answer}
          />
        )}
      </Suspense>
      <UnsavedDialog />
    </>
  );
}
