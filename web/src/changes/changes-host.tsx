import { lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react';
import { openQuestion } from './questions';
import { StoppedSaveWatch } from './stopped-save-watch';
import { UnsavedDialog } from './unsaved-dialog';

/** Loaded when the first plan asks something, which few visits come to. */
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog')).PlanDialog }));

/** What saving and leaving may ask, over whatever page is open. Mounted once, inside the router. */
export function ChangesHost(): ReactElement {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get);
  return (
    <>
      {question !== undefined && (
        <Suspense>
          <PlanDialog question={question} />
        </Suspense>
      )}
      <UnsavedDialog />
      <StoppedSaveWatch />
    </>
  );
}
