import { useQuery } from '@tanstack/react-query';
import { type Session, sessionQuery } from '@/api/session';

/** How this page speaks to the server; below `Root`, which waits for that to be known. */
export function useSession(): Session {
  const { data } = useQuery({ ...sessionQuery(), enabled: false });
  return data ?? { kind: 'signed-out' };
}

/** The one namespace that the token in use is good for; undefined for everybody else. */
export function useScope(): string | undefined {
  const session = useSession();
  return session.kind === 'token' ? session.namespaceKey : undefined;
}
