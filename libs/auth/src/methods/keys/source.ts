/** Where a value comes from that is needed to verify tokens, and that may change at any time. */
export interface Source<T> {
  /**
   * Runs `attempt` with the value at hand, and once more with a newer one, if there is one, should it find that the
   * token is not valid.
   *
   * @throws InvalidTokenError if it finds so of the newest value there is.
   * @throws UpstreamError if there is no value, or the newest one cannot be had.
   */
  use<R>(attempt: (value: T) => Promise<R>): Promise<R>;
}

/** A value that stays the same. */
export function fixed<T>(value: T): Source<T> {
  return { use: async (attempt) => attempt(value) };
}
