import { type EntityManager, In, LessThanOrEqual } from 'typeorm';
import { groupBy, type Instant, type Revision } from '@pennon/domain';
import { RequestKeyEntity, type RequestKeyRow } from '../entities/change-request.entity';
import { markedRevision } from './revision';
import { insertRows } from './write-rows';

/** How long a request is recognised when it is repeated: 24 hours, in microseconds. */
export const REQUEST_KEY_LIFE: Instant = 24 * 3_600_000_000;

/** A request that was done, and what it came to. */
export interface DoneRequest {
  readonly namespaceKey: string;
  readonly requestKey: string;
  /** Of the request and its caller: 32 bytes as hexadecimal text. */
  readonly digest: string;
  readonly at: Instant;
  /** The revision that it made; undefined for none. */
  readonly revision?: Revision | undefined;
  /** The change that it is about; undefined for none. */
  readonly changeId?: string | undefined;
}

/** Requests that were done, by the keys that their callers gave them. */
export class RequestKeyStore {
  constructor(private readonly manager: EntityManager) {}

  /** The request that was done with a key, in the last 24 hours. */
  async find(namespaceKey: string, requestKey: string, now: Instant): Promise<DoneRequest | undefined> {
    const row = await this.manager.findOneBy(RequestKeyEntity, { namespaceKey, requestKey });
    return row === null || row.at <= now - REQUEST_KEY_LIFE ? undefined : requestOf(row);
  }

  /**
   * Writes a request down. Another transaction that does the same waits until this one ends; if this one is committed,
   * it runs again. A request of that key that is not found any more gives way.
   */
  async add({ revision, changeId = '', ...request }: DoneRequest): Promise<void> {
    const { namespaceKey, requestKey } = request;
    const at = LessThanOrEqual(request.at - REQUEST_KEY_LIFE);
    await this.manager.delete(RequestKeyEntity, { namespaceKey, requestKey, at });
    const made = { revision: revision?.revision ?? null, revisionMark: revision?.mark ?? '', changeId };
    await insertRows(this.manager, RequestKeyEntity, [{ ...request, ...made }]);
  }

  /** Deletes requests that are not found any more, of all namespaces, and returns how many. */
  async deleteOlder(now: Instant, limit: number): Promise<number> {
    const before = now - REQUEST_KEY_LIFE;
    const at = LessThanOrEqual(before);
    const old = await this.manager.find(RequestKeyEntity, { where: { at }, take: limit });
    return this.delete(old, before);
  }

  /** Deletes the oldest of more requests than a namespace is to have, `limit` at most, and returns how many. */
  async deleteBeyond(maxKeys: number, limit: number): Promise<number> {
    const large = await this.manager
      .createQueryBuilder(RequestKeyEntity, 'done')
      .select('done.namespaceKey', 'namespaceKey')
      .addSelect('COUNT(*)', 'requests')
      .groupBy('done.namespaceKey')
      .having('COUNT(*) > :maxKeys', { maxKeys })
      .getRawMany<{ readonly namespaceKey: string; readonly requests: number | string }>();
    const [first] = large;
    if (first === undefined) return 0;
    const oldest = await this.manager.find(RequestKeyEntity, {
      where: { namespaceKey: first.namespaceKey },
      order: { at: 'ASC', requestKey: 'ASC' },
      take: Math.min(limit, Number(first.requests) - maxKeys),
    });
    return this.delete(oldest, oldest.at(-1)?.at ?? 0);
  }

  /** @param before A key that was used again meanwhile stays. */
  private async delete(rows: readonly RequestKeyRow[], before: Instant): Promise<number> {
    for (const [namespaceKey, some] of groupBy(rows, (row) => row.namespaceKey)) {
      const requestKey = In(some.map((row) => row.requestKey));
      await this.manager.delete(RequestKeyEntity, { namespaceKey, requestKey, at: LessThanOrEqual(before) });
    }
    return rows.length;
  }
}

function requestOf({ revision, revisionMark, changeId, ...request }: RequestKeyRow): DoneRequest {
  return {
    ...request,
    revision: revision === null ? undefined : markedRevision(revision, revisionMark),
    changeId: changeId === '' ? undefined : changeId,
  };
}
