import { UnavailableError } from '@pennon/domain';
import { type Series } from '@pennon/observability';
import { type Credential } from '../credential';

/** What became of the credentials that callers have shown. */
export class CredentialChecks {
  /** Calls that needed a credential and had none. */
  missing = 0;

  private readonly counts = {
    token: { accepted: 0, refused: 0, unavailable: 0 },
    jwt: { accepted: 0, refused: 0, unavailable: 0 },
  } satisfies Record<Credential['kind'], object>;

  /** It is somebody's, and good. */
  accepted(kind: Credential['kind']): void {
    this.counts[kind].accepted++;
  }

  /** It is not good, or nobody can be asked whether it is. Returns the same error. */
  failed(kind: Credential['kind'], error: unknown): unknown {
    this.counts[kind][error instanceof UnavailableError ? 'unavailable' : 'refused']++;
    return error;
  }

  /** The same for what is not decided yet. */
  async watch<T>(kind: Credential['kind'], attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      throw this.failed(kind, error);
    }
  }

  /** What there is to tell of them. */
  series(): Series {
    return {
      name: 'pennon_token_checks_total',
      help: 'Credentials of calls that need one, by what became of them.',
      type: 'counter',
      collect: () => [
        ...Object.entries(this.counts).flatMap(([kind, outcomes]) =>
          Object.entries(outcomes).map(([outcome, value]) => ({ labels: { kind, outcome }, value })),
        ),
        { labels: { kind: 'none', outcome: 'missing' }, value: this.missing },
      ],
    };
  }
}
