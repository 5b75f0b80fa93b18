/** How a database is opened. */
export interface OpenOptions {
  /** True for a server that writes, of which a SQLite file has one; a command writes beside it. */
  readonly isServer?: boolean;
  /** Called with the reason whenever it has to be waited: for the schema, or for another instance that migrates. */
  readonly onWait?: (reason: string) => void;
  /** Ends the waiting: opening then rejects. */
  readonly signal?: AbortSignal;
  /**
   * Asked when a server cannot be read at once: whether the reader can do without it at first. If so it is open all the
   * same, and its reads reject with an `UnavailableError` until the server can be reached and has the schema. It is
   * waited for unless given.
   */
  readonly canDoWithout?: () => Promise<boolean>;
}
