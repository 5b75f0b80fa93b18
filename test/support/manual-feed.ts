import { ChangeFeed, type Change, type ChangeListener, type Unsubscribe } from '@pennon/domain';

/** A feed whose changes come from a test. */
export class ManualFeed extends ChangeFeed {
  private readonly listeners = new Set<ChangeListener>();

  /** How many listen. */
  get listening(): number {
    return this.listeners.size;
  }

  tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  subscribe(listener: ChangeListener): Promise<Unsubscribe> {
    this.listeners.add(listener);
    return Promise.resolve(() => {
      this.listeners.delete(listener);
      return Promise.resolve();
    });
  }
}
