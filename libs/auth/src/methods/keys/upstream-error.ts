/** Somebody whom we must ask cannot be asked now, or answers what we cannot use. The message is for the log alone. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}
