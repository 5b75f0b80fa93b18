import { ChangeFeed, type ChangeListener, type Unsubscribe } from './change';

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
