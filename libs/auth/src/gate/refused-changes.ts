import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { originOf, type RpcCall } from '@pennon/api';
import {
  isKey,
  refusedFact,
  type AuditLog,
  type AuditType,
  type Clock,
  type RefusedAction,
} from '@pennon/domain';
import { RecentCounts } from './rate-limit';
import type { AccessDeniedError, DeniedAccess, Action, Subject } from './access-request';

const HOUR_MS = 3_600_000;

/** What the event of a change would have said; reads leave none. */
const attempts: Readonly<Partial<Record<Action, RefusedAction>>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
};

/**
 * Writes down which changes callers are refused for want of a role, of each caller so many within an hour: nobody is to
 * push others out of the audit log.
 */
export class RefusedChanges implements OnApplicationShutdown {
  private readonly logger = new Logger('auth');
  private readonly counts = new RecentCounts(HOUR_MS);
  private readonly underWay = new Set<Promise<void>>();

  /** @param perHour Most events of one caller within an hour; 0 for none. */
  constructor(
    private readonly perHour: number,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Takes a refusal down, unless it is one too many. Nobody waits for it: the caller is refused in any case. */
  note(call: RpcCall, { refusal, access }: AccessDeniedError): void {
    const attempted = attempts[access.action];
    const type = typeOf(access.subject);
    if (attempted === undefined || type === undefined || this.perHour === 0) return;
    const origin = originOf(call);
    const { identity } = call;
    const caller = identity?.method === 'jwt' ? identity.subject : (identity?.id ?? '');
    const count = this.counts.add(caller);
    // Once an hour: nobody is to fill the log either.
    if (count === this.perHour + 1)
      this.logger.warn({ caller }, 'too many refused changes: further ones are not in the audit log');
    if (count > this.perHour) return;
    const writing = this.write({
      origin,
      at: this.clock.now(),
      facts: [refusedFact(thingOf(access, type), attempted, refusal)],
    });
    this.underWay.add(writing);
    void writing.finally(() => this.underWay.delete(writing));
  }

  /** The doors are closed by then; the database is closed after the app. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async write(entry: Parameters<AuditLog['append']>[0]): Promise<void> {
    try {
      await this.log.append(entry);
    } catch (err) {
      this.logger.warn({ err }, 'a refused change could not be written to the audit log');
    }
  }
}

/** Only keys that could be some are repeated: nothing else of what the caller wrote. */
function thingOf(access: DeniedAccess, type: AuditType): Parameters<typeof refusedFact>[0] {
  const { key, id, flagKey, segmentKey } = access.named;
  const own = [key, id].find(isKey) ?? '';
  const flag = type === 'flag' ? own : flagKey;
  const segment = type === 'segment' ? own : segmentKey;
  return {
    type,
    key: own,
    ...(isKey(access.namespaceKey) && { namespaceKey: access.namespaceKey }),
    ...(isKey(flag) && { flagKey: flag }),
    ...(isKey(segment) && { segmentKey: segment }),
  };
}

/** What events call it; undefined for what leaves none when it is allowed. */
function typeOf(subject: Subject): AuditType | undefined {
  switch (subject) {
    case 'evaluation count':
      return undefined;
    case 'dead letter':
      return 'dead_letter';
    case 'saved item':
      return 'saved_item';
    default:
      return subject;
  }
}
