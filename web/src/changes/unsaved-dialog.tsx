import {
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { type Location, useBlocker } from 'react-router';
import { useEverTrue } from '@/components/use-ever-true';
import { dirtyForms, type DirtyForm } from './unsaved-guard';

const loadDialog = () => import('./leave-dialog');
/** Asks what becomes of unsaved input; loaded with the first form that has some. */
export const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }));

/** Asks before a page with unsaved input is left, and lets the browser ask before the tab is closed. */
export function UnsavedDialog(): ReactElement | null {
  const forms = useSyncExternalStore(dirtyForms.subscribe, dirtyForms.get);
  const [isAsking, setIsAsking] = useState(false);
  return forms.length === 0 && !isAsking ? null : <LeaveQuestion forms={forms} onAsking={setIsAsking} />;
}

interface LeaveQuestionProps {
  readonly forms: readonly DirtyForm[];
  /** Is told whether somebody wants to leave and is held. */
  readonly onAsking: (isAsking: boolean) => void;
}

/** There only while something would be lost. */
function LeaveQuestion({ forms, onAsking }: LeaveQuestionProps): ReactElement {
  const [isSaving, setIsSaving] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    dirtyForms.get().some((form) => isLeft(form, currentLocation, nextLocation)),
  );
  useBlockersAtOnce();
  useEffect(() => {
    // Before it is wanted: a lost connection must not cost what was typed.
    loadDialog().catch(() => undefined);
  }, []);
  const isBlocked = blocker.state === 'blocked';
  const wasBlocked = useEverTrue(isBlocked);
  const isDecided = useRef(false);
  useEffect(() => {
    onAsking(isBlocked);
    isDecided.current = false;
  }, [isBlocked, onAsking]);
  useEffect(() => {
    if (!isBlocked || forms.length > 0 || isDecided.current) return;
    // What was on its way to the server when somebody left is saved now, and nothing holds them any more.
    isDecided.current = true;
    blocker.proceed();
  }, [isBlocked, forms, blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, []);

  const saves = forms.map(({ save }) => save).filter((save) => save !== undefined);
  const saveAll = async (): Promise<void> => {
    isDecided.current = true;
    setIsSaving(true);
    let isSaved = true;
    for (const save of saves) isSaved = isSaved && (await save());
    setIsSaving(false);
    if (isSaved) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Suspense>
      {wasBlocked && (
        <LeaveDialog
          open={isBlocked}
          isSaving={isSaving}
          // While it is saved there is nothing unsaved any more; a button that left would take the focus with it.
          canSave={isSaving || (saves.length === forms.length && saves.length > 0)}
          onDiscard={() => {
            isDecided.current = true;
            blocker.proceed?.();
          }}
          onSave={() => void saveAll()}
          onKeep={() => blocker.reset?.()}
        />
      )}
    </Suspense>
  );
}

/**
 * Blockers are known to the router one render after they appear, which may come after the next event. Whoever leaves
 * right after the first key is to be asked as well: that render takes place before the browser goes on.
 */
function useBlockersAtOnce(): void {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    queueMicrotask(() => {
      flushSync(render);
    });
  }, []);
}

/** A page is left with its path, a drawer with any part of the address. */
function isLeft({ scope }: DirtyForm, current: Location, next: Location): boolean {
  return current.pathname !== next.pathname || (scope === 'drawer' && current.search !== next.search);
}
