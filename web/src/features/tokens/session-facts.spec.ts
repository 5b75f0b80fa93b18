import { type Token } from '@/api/types';
import { sessionsOf } from './session-facts';

function sessionOf(id: string, createdAt: string): Token {
  return { id, method: 'METHOD_OIDC', createdAt, updatedAt: createdAt, expiresAt: undefined, metadata: {} };
}

it('shows the latest session first, also where a time is a whole second', () => {
  const sessions = sessionsOf([
    sessionOf('first', '2026-11-23T02:48:35.977Z'),
    sessionOf('second', '2026-11-23T02:48:36Z'),
    sessionOf('third', '2026-11-23T02:48:36.114Z'),
  ]);
  expect(sessions.map(({ id }) => id)).toEqual(['third', 'second', 'first']);
});
