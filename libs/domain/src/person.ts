import type { AuditOrigin } from './audit';
import type { Identity } from './authentication';
import { authenticationMethods, methodTraits } from './authentication-methods';
import { GROUPS_KEY } from './metadata-keys';

/**
 * What callers are recognised by: `subject:…` and `email:…`, in this order for each of them. Two callers are the same
 * person if they share a mark.
 *
 * A caller whose subject is unknown has the method and the record of the session in place of it: `oidc:6f1c…`.
 */
export type PersonMarks = readonly string[];

const SUBJECT = 'subject:';
const EMAIL = 'email:';

/** The marks of a caller; none for an anonymous one. */
export function marksOf(caller: AuditOrigin): PersonMarks {
  const { authentication, authenticationId, actor, subject, email } = caller;
  if (authentication === 'none') return [];
  const record = authenticationId === '' ? actor : authenticationId;
  const own = subject === undefined ? `${authentication}:${record}` : subjectMark(subject);
  const address = email.trim();
  return address === '' ? [own] : [own, emailMark(address)];
}

/** The callers whose marks a list has one after another, caller by caller. */
export function callersIn(marks: PersonMarks): readonly PersonMarks[] {
  const callers: string[][] = [];
  for (const mark of marks) {
    const last = callers.at(-1);
    if (last?.length === 1 && mark.startsWith(EMAIL) && !last[0]?.startsWith(EMAIL)) last.push(mark);
    else callers.push([mark]);
  }
  return callers;
}

/** The list with the marks of another caller, unless it has that caller. Marks of one caller stay together. */
export function withCaller(marks: PersonMarks, caller: AuditOrigin): PersonMarks {
  const added = marksOf(caller);
  const isKnown = callersIn(marks).some((known) => added.every((mark) => known.includes(mark)));
  return isKnown ? marks : [...marks, ...added];
}

/** The mark of an email address. Addresses are compared without case. */
export function emailMark(address: string): string {
  return `${EMAIL}${address.toLowerCase()}`;
}

/** The mark of a subject. */
export function subjectMark(subject: string): string {
  return `${SUBJECT}${subject}`;
}

/** The session or token that stands in a mark for an unknown subject; undefined for any other mark. */
export function recordIn(mark: string): { readonly method: string; readonly id: string } | undefined {
  if (mark.startsWith(SUBJECT) || mark.startsWith(EMAIL)) return undefined;
  const colon = mark.indexOf(':');
  return { method: mark.slice(0, colon), id: mark.slice(colon + 1) };
}

/**
 * All marks of the person who has some of them. Sharing a mark is not transitive by itself: a caller with the subject
 * of a second one and the address of a third makes all three the same person.
 *
 * @param callers The marks of everybody who has taken part, caller by caller.
 */
export function marksOfPerson(some: PersonMarks, callers: readonly PersonMarks[]): ReadonlySet<string> {
  const all = new Set(some);
  for (let size = 0; size < all.size;) {
    size = all.size;
    const joined = callers.filter((marks) => marks.some((mark) => all.has(mark)));
    for (const mark of joined.flat()) all.add(mark);
  }
  return all;
}

/** Methods of people, whose callers may have an address. */
const methodsOfPeople: readonly string[] = authenticationMethods.filter(
  (method) => methodTraits[method].isOfPeople,
);

/**
 * The methods of those callers whose subject is unknown: nobody who uses one of these methods can be told from them.
 * Earlier versions stored the address alone, if there was one. Whoever it belongs to may have used any of them.
 */
export function unknownMethods(marks: PersonMarks): ReadonlySet<string> {
  const methods = marks.flatMap((mark, index): readonly string[] => {
    const record = recordIn(mark);
    if (record !== undefined) return [record.method];
    const isAlone = mark.startsWith(EMAIL) && (marks[index - 1] ?? EMAIL).startsWith(EMAIL);
    return isAlone ? methodsOfPeople : [];
  });
  return new Set(methods);
}

/** Names of the groups that the issuer of a credential says its caller is in. Nobody vouches for those of a token. */
export function groupsOf({ method, metadata }: Identity): readonly string[] {
  return method === 'token' ? [] : (JSON.parse(metadata[GROUPS_KEY] ?? '[]') as readonly string[]);
}

/** True for the credential of a program, not of a person. The configuration says what JSON web tokens are. */
export function isProgram(identity: Identity): boolean {
  return identity.method === 'jwt' ? identity.isProgram : !methodsOfPeople.includes(identity.method);
}
