import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { onUnauthenticated } from '@/api/client';
import { permissionsQuery } from '@/api/permissions';
import { selfQuery } from '@/api/self';
import { changePerson, type Session, sessionQuery } from '@/api/session';
import { type Token } from '@/api/types';
import { forgetDrafts, forgetHistory } from '@/changes';
import { useEverTrue } from '@/components/use-ever-true';
import { createStore } from '@/lib/store';
import { nameOf, personOf } from './person';
import { forgetVisit } from './sign-out';
import { useSession } from './use-session';

const SessionQuestion = lazy(async () => ({ default: (await import('./session-question')).SessionQuestion }));

/** The requests that wait for a sign-in: one dialog for all of them. */
const waiting = createStore<Promise<boolean> | undefined>(undefined);

/** Appears when the server does not know the person any more in the middle of their work; nothing is reloaded. */
export function SessionDialog(): ReactElement {
  const client = useQueryClient();
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [found, setFound] = useState<'nobody' | Token>();
  const wasOpened = useEverTrue(isOpen);
  const finish = useRef<(isSignedIn: boolean) => void>(undefined);
  const canEnd =
    session.kind === 'person' || (session.kind === 'token' && session.namespaceKey === undefined);

  useEffect(() => {
    // A token of one namespace is refused elsewhere without having ended.
    if (!canEnd) return undefined;
    return onUnauthenticated(() => {
      const asked = waiting.get() ?? ask();
      waiting.set(asked);
      return asked;
    });
    function ask(): Promise<boolean> {
      setIsOpen(true);
      setFound(undefined);
      return new Promise((resolve) => {
        finish.current = (isSignedIn) => {
          waiting.set(undefined);
          setIsOpen(false);
          resolve(isSignedIn);
        };
      });
    }
  }, [canEnd]);

  const leave = (): void => {
    finish.current?.(false);
    forgetVisit(client);
  };
  /** What waits is not sent in the name of somebody else, and nothing of it stays on the page. */
  const takeOver = (self: Token): void => {
    finish.current?.(false);
    forgetDrafts();
    forgetHistory();
    changePerson(client, self);
  };
  const check = async (): Promise<void> => {
    setIsChecking(true);
    try {
      const self = await client.query({ ...selfQuery(), staleTime: 0 });
      const before = session.kind === 'person' ? session.self : undefined;
      if (before === undefined || personOf(before) === personOf(self)) {
        const known: Session = { kind: 'person', self };
        client.setQueryData(sessionQuery().queryKey, known);
        // A login can bring other roles.
        void client.invalidateQueries(permissionsQuery());
        finish.current?.(true);
      } else if (isSame(found, self)) {
        takeOver(self);
      } else {
        // The person before may still come back to what they typed.
        setFound(self);
      }
    } catch {
      setFound('nobody');
    }
    setIsChecking(false);
  };
  return (
    <Suspense>
      {wasOpened && (
        <SessionQuestion
          open={isOpen}
          isChecking={isChecking}
          isStillOut={found === 'nobody'}
          other={typeof found === 'object' ? nameOf(found) : undefined}
          onCheck={() => void check()}
          onLeave={leave}
          onClose={() => finish.current?.(false)}
        />
      )}
    </Suspense>
  );
}

function isSame(found: 'nobody' | Token | undefined, self: Token): boolean {
  return typeof found === 'object' && personOf(found) === personOf(self);
}
