/** Something that other instances hold a copy of, and that is not what it was. */
export type Change =
  /** Something in a namespace was changed; it may also have been created or deleted. */
  | { readonly kind: 'namespace'; readonly namespaceKey: string }
  /** A client token was revoked, or is to expire at another moment. */
  | { readonly kind: 'tokens' }
  /** Changes may have gone by unheard: whatever is held has to be looked at. */
  | { readonly kind: 'everything' };

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
