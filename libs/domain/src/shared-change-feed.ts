import { ChangeFeed, type Change, type ChangeListener, type Unsubscribe } from './change';

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
