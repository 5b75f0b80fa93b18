import { type Session } from '@/api/session';
import { type Token } from '@/api/types';
import { methodsCopy } from '@/copy/methods';
import { shellCopy } from '@/copy/shell';

const PREFIX = 'io.service.auth.';

/** What a person is called: the common key first, then the method's own; aliases are canonical already. */
export function nameOf(self: Token): string {
  return (
    metadataOf(self, 'name') ??
    metadataOf(self, 'preferred_username') ??
    metadataOf(self, 'email') ??
    self.metadata[`${PREFIX}orchestrator.serviceaccount.name`] ??
    shellCopy.user.nobody
  );
}

/** Their e-mail address or login, unless that is their name. */
export function secondNameOf(self: Token): string | undefined {
  const second = metadataOf(self, 'email') ?? metadataOf(self, 'preferred_username');
  return second === nameOf(self) ? undefined : second;
}

/** At most two letters for an avatar. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('');
}

function metadataOf({ metadata, method }: Token, member: string): string | undefined {
  const values = [metadata[`${PREFIX}${member}`], metadata[`${PREFIX}${methodsCopy[method].key}.${member}`]];
  return values.find((value) => value !== undefined && value !== '');
}

/** Tells whether two sessions are one person's: each sign-in has a record of its own. */
export function personOf(self: Token): string {
  return [
    methodsCopy[self.method].key,
    metadataOf(self, 'provider'),
    metadataOf(self, 'sub') ?? metadataOf(self, 'email') ?? self.id,
  ].join(' ');
}

/**
 * Whose work is done in a session; undefined for nobody, whose sign-in the work waits for, and where nobody signs in.
 */
export function ownerOf(session: Session | undefined): string | undefined {
  switch (session?.kind) {
    case 'person':
      return personOf(session.self);
    case 'token':
      return session.self === undefined ? `token of ${session.namespaceKey}` : personOf(session.self);
    default:
      return undefined;
  }
}
