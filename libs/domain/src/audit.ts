import type { AuthenticationMethod, FliptMethodName } from './authentication-methods';
import type { JsonObject } from './flag';
import type { Revision } from './revision';
import type { Instant } from './time';

/**
 * What an event may be about: those of Flipt, logins, events that a sink has refused, changes, reviews and series, what
 * people save, and the looks of namespaces.
 */
export const auditTypes = [
  'namespace',
  'flag',
  'variant',
  'segment',
  'constraint',
  'rule',
  'distribution',
  'rollout',
  'token',
  'login',
  'dead_letter',
  'change',
  'policy',
  'series',
  'saved_item',
  'look',
] as const;
export type AuditType = (typeof auditTypes)[number];

/** What may have happened to it: the first three are Flipt's, those after `replayed` are of changes that wait. */
export const auditActions = [
  'created',
  'updated',
  'deleted',
  'imported',
  'succeeded',
  'refused',
  'replayed',
  'proposed',
  'scheduled',
  'approved',
  'rejected',
  'cancelled',
  'applied',
  'conflicted',
  'failed',
  'bypassed',
  'paused',
  'resumed',
  'suspended',
  'rolled_back',
  'commented',
  'blocked',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Whose doing something is, and from where. Holds no secret: a token is named by the id of its record. */
export interface AuditOrigin {
  /**
   * How the caller proved who it is; `none` when nobody needed to say, or nobody could. Shown events may have Flipt's
   * names of methods.
   */
  readonly authentication: AuthenticationMethod | FliptMethodName | 'none';
  /** Of the record behind the caller's token; `''` for none. */
  readonly authenticationId: string;
  /**
   * Identifies the account of the caller, whichever session or credential of it was used: SHA-256 in hex. Undefined if
   * the account is unknown, and in rows of earlier versions.
   */
  readonly subject?: string | undefined;
  /** What the caller is called, by e-mail address, name or name of its token; `''` when nothing is known. */
  readonly actor: string;
  readonly email: string;
  readonly name: string;
  readonly picture: string;
  /** Address of the caller, or of the last proxy that is not trusted; `''` for what no network call has caused. */
  readonly ip: string;
}

/** Something that can be changed, as it is at one moment. */
export interface AuditedState {
  readonly type: AuditType;
  /** Key, or id of what has no key. */
  readonly key: string;
  /** The namespace that it is in, or is; undefined for what is in none. */
  readonly namespaceKey?: string;
  /** The flag that it is, or belongs to. */
  readonly flagKey?: string;
  /** The segment that it is, or belongs to. */
  readonly segmentKey?: string;
  /** All that people set of it, by Flipt's names. */
  readonly image: JsonObject;
}

/** What has happened to one thing: to be written down in the transaction in which it happens. */
export interface AuditFact extends Omit<AuditedState, 'image'> {
  readonly action: AuditAction;
  /** What it was; undefined for what was not there. */
  readonly before: JsonObject | undefined;
  /** What it is now; undefined for what is gone. */
  readonly after: JsonObject | undefined;
}

/** A fact as it was written down. */
export interface AuditEvent extends AuditFact {
  /** A UUID. */
  readonly id: string;
  /** Its place among all events, in the order of the commits: 1, 2, 3, … without gaps. */
  readonly position: number;
  readonly at: Instant;
  readonly origin: AuditOrigin;
  /** What the namespace's revision was raised to; undefined for what is in none. */
  readonly revision: Revision | undefined;
}

/** Facts of one transaction, and what they have in common. */
export interface AuditEntry {
  readonly origin: AuditOrigin;
  readonly at: Instant;
  readonly revision?: Revision | undefined;
  readonly facts: readonly AuditFact[];
}

/** Whose doing something is, and when. */
export type AuditSource = Pick<AuditEntry, 'origin' | 'at'>;

/** The audit log, for what is no change: it has no transaction in which to be written down. */
export abstract class AuditLog {
  /** @throws UnavailableError when the store cannot be reached now. */
  abstract append(entry: AuditEntry): Promise<void>;
}

/** Of what was done by the service itself. */
export const SERVICE_ORIGIN: AuditOrigin = {
  authentication: 'none',
  authenticationId: '',
  actor: '',
  email: '',
  name: '',
  picture: '',
  ip: '',
};

/** Something was made. */
export function createdFact({ image, ...thing }: AuditedState): AuditFact {
  return { ...thing, action: 'created', before: undefined, after: image };
}

/** Something was changed; it goes by the key that it has now. */
export function updatedFact(before: AuditedState, { image, ...thing }: AuditedState): AuditFact {
  return { ...thing, action: 'updated', before: before.image, after: image };
}

/** Something was deleted. */
export function deletedFact({ image, ...thing }: AuditedState): AuditFact {
  return { ...thing, action: 'deleted', before: image, after: undefined };
}

/** What a change that was refused would have been. */
export type RefusedAction = Extract<AuditAction, 'created' | 'updated' | 'deleted'>;

/**
 * A change was refused, because the caller may not make it.
 *
 * @param thing As the caller named it; it need not be there.
 * @param reason In our words.
 */
export function refusedFact(
  thing: Omit<AuditedState, 'image'>,
  attempted: RefusedAction,
  reason: string,
): AuditFact {
  return { ...thing, action: 'refused', before: undefined, after: { attempted, reason } };
}

/** Which events to list. Members that are undefined leave none out. */
export interface AuditQuery {
  readonly namespaceKey?: string | undefined;
  readonly flagKey?: string | undefined;
  readonly segmentKey?: string | undefined;
  readonly type?: AuditType | undefined;
  readonly action?: AuditAction | undefined;
  /** What the caller is called, letter by letter. */
  readonly actor?: string | undefined;
  /** Events of this moment and later ones. */
  readonly from?: Instant | undefined;
  /** Events before this moment. */
  readonly to?: Instant | undefined;
  /** Only events at lower positions: where the page before has ended. */
  readonly before?: number | undefined;
  /** At least 1. */
  readonly limit: number;
}
