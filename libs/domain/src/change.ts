import { type AuditOrigin, SERVICE_ORIGIN } from './audit';
import { isKey } from './field-laws';
import type { Revision } from './revision';

/** Something that other instances hold a copy of, and that is not what it was. */
export type Change =
  /** Something in a namespace was changed; it may also have been created or deleted. Some tell the revision. */
  | { readonly kind: 'namespace'; readonly namespaceKey: string; readonly revision?: Revision }
  /** A client token was revoked, or is to expire at another moment. */
  | { readonly kind: 'tokens' }
  /** Changes may have gone by unheard: whatever is held has to be looked at. */
  | { readonly kind: 'everything' };

/** A change of something in one namespace. */
export type NamespaceChange = Extract<Change, { readonly kind: 'namespace' }>;

/** Who asks for a change. */
export interface ChangeCaller {
  /** Whose doing the change is, for the audit log. */
  readonly origin: AuditOrigin;
  /** True for the credential of a program, which reviews changes only in the role `approver`. */
  readonly isProgram: boolean;
  /** Of the call that asks for it; `''` for none. */
  readonly requestId: string;
  /** Why it may pass by the review that the namespace wants; `''` for no such wish. */
  readonly bypassReason: string;
  /** Names of the groups that the session or token says the caller is in. */
  readonly groups: readonly string[];
  /** The roles that the caller has in a namespace; none where no roles are given. */
  rolesIn(namespaceKey: string): ReadonlySet<string>;
  /** Is told the revision that the change has made. */
  tellRevision(revision: Revision): void;
}

/** The service itself, as the caller of a change that nobody who is known asks for. */
export const SERVICE_CALLER: ChangeCaller = {
  origin: SERVICE_ORIGIN,
  isProgram: true,
  requestId: '',
  bypassReason: '',
  groups: [],
  rolesIn: () => new Set(),
  tellRevision: () => undefined,
};

/** Takes changes as they come. It never throws and never waits. */
export type ChangeListener = (change: Change) => void;

/** Ends a subscription; resolves when nothing more will come. Never rejects. */
export type Unsubscribe = () => Promise<void>;

/**
 * Tells of changes that were committed, by whichever instance.
 *
 * It is a courtesy and no promise: a change may be lost, be told twice or late, or never have happened. Who listens
 * looks at the source again, and polls it as well.
 */
export abstract class ChangeFeed {
  /**
   * Has the listener told of changes from now on. Resolves as soon as that is under way and never rejects: while
   * the feed cannot be reached it is tried again, and the listener is told to look at everything once it can be.
   */
  abstract subscribe(listener: ChangeListener): Promise<Unsubscribe>;
}

/** Tells the other instances of a change. */
export abstract class ChangeSink {
  /** Sends a change that has been committed on its way; never throws, never waits. It may be lost. */
  abstract publish(change: Change): void;
}

const NAMESPACE_PREFIX = 'namespace ';

/** A change as text, for channels that carry text: `namespace shop`, `tokens`, `everything`. */
export function changeText(change: Change): string {
  return change.kind === 'namespace' ? `${NAMESPACE_PREFIX}${change.namespaceKey}` : change.kind;
}

/** The change that a text stands for; undefined for anything else, since others may write to a channel as well. */
export function parseChangeText(text: string): Change | undefined {
  if (text === 'tokens' || text === 'everything') return { kind: text };
  if (!text.startsWith(NAMESPACE_PREFIX)) return undefined;
  const namespaceKey = text.slice(NAMESPACE_PREFIX.length);
  return isKey(namespaceKey) ? { kind: 'namespace', namespaceKey } : undefined;
}

const REVISION_NOTE = /^(\S+) (\d{1,15})\.([A-Za-z0-9_-]{12})$/;

/** The change that a key and a revision stand for, as in `shop 7.rT0cJ8k1xWqZ`; undefined for any other text. */
export function parseRevisionNote(text: string): NamespaceChange | undefined {
  const [, namespaceKey = '', revision, mark] = REVISION_NOTE.exec(text) ?? [];
  if (!isKey(namespaceKey)) return undefined;
  return { kind: 'namespace', namespaceKey, revision: { revision: Number(revision), mark } };
}

/** Tells of what any of several feeds tells of. A change that comes by more than one is told more than once. */
export class MergedChangeFeed extends ChangeFeed {
  constructor(private readonly feeds: readonly ChangeFeed[]) {
    super();
  }

  async subscribe(listener: ChangeListener): Promise<Unsubscribe> {
    const ends = await Promise.all(this.feeds.map((feed) => feed.subscribe(listener)));
    return async () => {
      await Promise.all(ends.map((end) => end()));
    };
  }
}

/** A feed of which all listeners share one connection: it is there from the first of them to the last. */
export abstract class SharedChangeFeed extends ChangeFeed {
  private readonly listeners = new Set<ChangeListener>();

  subscribe(listener: ChangeListener): Promise<Unsubscribe> {
    this.listeners.add(listener);
    this.connect();
    return Promise.resolve(async () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) await this.disconnect();
    });
  }

  /** Has the connection made unless it is there, or under way. Never throws. */
  protected abstract connect(): void;

  /** Ends the connection, or the attempts to make it. Never rejects. */
  protected abstract disconnect(): Promise<void>;

  /** Hands a change to whoever listens. */
  protected tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

/** Processes that answer beside this one from copies of their own, and see what this one writes through it alone. */
export abstract class Followers {
  /**
   * Resolves when each of them shows everything that was committed before this call, or answers no more. Until then the
   * change must not be acknowledged.
   */
  abstract show(change: Change): Promise<void>;
}

/** How sure an instance is that its snapshots are what their source has. */
export abstract class SnapshotAges {
  /**
   * How long ago the snapshot that is worst off was last known to be what its source has, in milliseconds; 0 where no
   * snapshot can fall behind. No change of the clock moves it.
   */
  abstract greatestAgeMs(): number;
}
