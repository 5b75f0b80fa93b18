/** How a database is opened. */
export interface OpenOptions {
  /** Called with the reason whenever it has to be waited: for the schema, or for another instance that migrates. */
  readonly onWait?: (reason: string) => void;
  /** Ends the waiting: opening then rejects. */
  readonly signal?: AbortSignal;
  /**
   * False for a reader that can do without the database at first: it is opened at once, and its reads reject with an
   * `UnavailableError` until the server can be reached and has the schema. For servers only.
   */
  readonly waits?: boolean;
}
