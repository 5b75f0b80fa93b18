import { ProviderSetupError, UpstreamError, UpstreamStatusError } from '../../keys/upstream';

/** Where the settings of this method are. */
const SECTION = 'authentication.methods.orchestrator';

/** What the API server is asked for: how it describes the issuer of its tokens, or the review of a token. */
export type ClusterPurpose = 'issuer' | 'review';

/** What is refused, as a sentence has it, and the cluster role that allows it. */
const purposes: Readonly<Record<ClusterPurpose, { readonly name: string; readonly role: string }>> = {
  issuer: { name: 'issuer discovery', role: 'system:service-account-issuer-discovery' },
  review: { name: 'token reviews', role: 'system:auth-delegator' },
};

/**
 * The API server answers, and refuses Pennon's own service account. The operator must mend that. The message is for the
 * log.
 */
export class ClusterRefusal extends ProviderSetupError {
  /** @param advice What is wrong and how to mend it, without the address of the API server. */
  private constructor(
    readonly purpose: ClusterPurpose,
    { origin, pathname }: URL,
    readonly advice: string,
    cause: unknown,
  ) {
    super(`${origin}${pathname}: ${advice}`, { cause });
  }

  /**
   * The refusal behind a failed request, which was sent to the API server with our token.
   *
   * @returns undefined if the request failed for another reason.
   */
  static of(purpose: ClusterPurpose, url: URL, error: unknown): ClusterRefusal | undefined {
    const cause = error instanceof UpstreamError ? error.cause : undefined;
    if (!(cause instanceof UpstreamStatusError)) return undefined;
    const advice = adviceOn(purpose, cause.status);
    return advice === undefined ? undefined : new ClusterRefusal(purpose, url, advice, error);
  }
}

/** Kubernetes answers 401 to a token that it does not accept, and 403 to an account that lacks the right. */
function adviceOn(purpose: ClusterPurpose, status: number): string | undefined {
  const { name, role } = purposes[purpose];
  switch (status) {
    case 401:
      return `the cluster does not accept this server's own token (401): check ${SECTION}.service_account_token_path`;
    case 403:
      return `the cluster refuses ${name} for this account (403): bind ${role}`;
    case 404:
      return `the server has no ${name} (404): ${SECTION}.discovery_url must be the API server of the cluster`;
    default:
      return undefined;
  }
}
