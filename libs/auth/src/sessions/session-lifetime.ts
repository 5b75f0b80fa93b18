import { type SessionConfig } from '@pennon/config';
import { MICROS_PER_MILLISECOND, type Authentication, type Instant, type StoredMethod } from '@pennon/domain';

/** Methods that end in a browser session. */
const sessionMethods: ReadonlySet<StoredMethod> = new Set<StoredMethod>(['oidc', 'codehost']);

/** How long sessions last. */
export class SessionLifetime {
  constructor(private readonly config: Pick<SessionConfig, 'tokenLifetime'>) {}

  /** When a session that begins now ends. */
  endOf(beginning: Instant): Instant {
    return beginning + this.config.tokenLifetime * MICROS_PER_MILLISECOND;
  }

  /** The latest moment that a record may be made to expire at; undefined when there is none. */
  latestExpiry({ method, createdAt, expiresAt }: Authentication): Instant | undefined {
    return sessionMethods.has(method) ? this.endOf(createdAt) : expiresAt;
  }
}
