/** Somebody whom we must ask cannot be asked now, or answers what we cannot use. The message is for the log alone. */
export class UpstreamError extends Error {
  override readonly name: string = 'UpstreamError';
}

/** Somebody whom we must ask and this service are not set up for each other, which does not heal by itself. */
export class ProviderSetupError extends UpstreamError {
  override readonly name = 'ProviderSetupError';
}

/** Somebody whom we must ask answers with a status that says that there is no answer. */
export class UpstreamStatusError extends UpstreamError {
  constructor(readonly status: number) {
    super(`answered ${status}`);
  }
}
