import { randomUUID } from 'node:crypto';
import {
  Between,
  type EntityManager,
  type FindOptionsWhere,
  In,
  LessThan,
  LessThanOrEqual,
  MoreThan,
} from 'typeorm';
import {
  type AuditEntry,
  type AuditEvent,
  AuditLog,
  type AuditOrigin,
  type AuditQuery,
  type Instant,
  type JsonObject,
  MAX_KEY_LENGTH,
} from '@pennon/domain';
import type { Database } from '../database/database';
import {
  AuditDeadLetterEntity,
  AuditEventEntity,
  type AuditEventRow,
  AuditPositionEntity,
  END_OF_LOG,
} from '../entities/audit.entity';
import { listedText } from './find-options';
import { markedRevision } from './revision';
import { Computed, FEW_ROWS, type Insertable, insertion, insertRows } from './write-rows';

/** The audit log: what was changed, in the order of the commits. */
export class AuditStore {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Adds facts. Last in a transaction, please: others wait with theirs until it ends, so that no event ever appears
   * behind one that was read already.
   */
  async append({ facts, origin, at, revision }: AuditEntry): Promise<void> {
    if (facts.length === 0) return;
    const { actor, ...others } = origin;
    const rows = facts.map((fact): Omit<AuditEventRow, 'position'> => ({
      id: randomUUID(),
      at,
      type: fact.type,
      action: fact.action,
      namespaceKey: fact.namespaceKey ?? '',
      flagKey: fact.flagKey ?? '',
      segmentKey: fact.segmentKey ?? '',
      key: fact.key.slice(0, MAX_KEY_LENGTH),
      revision: revision?.revision ?? null,
      revisionMark: revision?.mark ?? '',
      actor: actor.slice(0, MAX_KEY_LENGTH),
      origin: JSON.stringify(others),
      before: textOf(fact.before),
      after: textOf(fact.after),
    }));
    const { driver } = this.manager.connection;
    const [positions, position, name] = ['audit_positions', 'position', 'name'].map((word) =>
      driver.escape(word),
    );
    const parameters: unknown[] = [];
    const value = (given: unknown): string => driver.createParameter('value', parameters.push(given) - 1);
    const move =
      `UPDATE ${positions} SET ${position} = ${position} + ${value(rows.length)} ` +
      `WHERE ${name} = ${value(END_OF_LOG)}`;
    const isFew = rows.length <= FEW_ROWS;
    // PostgreSQL moves the end of the log and inserts by one statement.
    if (isFew && driver.options.type === 'postgres') {
      const events = placed(rows, `(SELECT ${position} FROM moved)`);
      const sql = insertion(this.manager, AuditEventEntity, events, parameters);
      await this.manager.query(`WITH moved AS (${move} RETURNING ${position}) ${sql}`, parameters);
      return;
    }
    await this.manager.query(move, parameters);
    const end = isFew
      ? `(SELECT ${position} FROM ${positions} WHERE ${name} = '${END_OF_LOG}')`
      : await this.end();
    await insertRows(this.manager, AuditEventEntity, placed(rows, end));
  }

  /** Position of the last event that there ever was; 0 for none. */
  async end(): Promise<number> {
    const { position } = await this.manager.findOneByOrFail(AuditPositionEntity, { name: END_OF_LOG });
    return position;
  }

  /** Events that the query means, the latest first, with the beginning of what people wrote. */
  async list({ limit, from, to, before, ...equal }: AuditQuery): Promise<readonly AuditEvent[]> {
    const where: FindOptionsWhere<AuditEventRow> = {
      ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
      ...(before !== undefined && { position: LessThan(before) }),
      ...((from !== undefined || to !== undefined) && {
        at: Between(from ?? 0, (to ?? Number.MAX_SAFE_INTEGER) - 1),
      }),
    };
    const found = await this.manager
      .createQueryBuilder(AuditEventEntity, 'event')
      .select('event.position', 'position')
      .addSelect('LENGTH(event.after)', 'size')
      .where(where)
      .orderBy('event.position', 'DESC')
      .limit(limit)
      .getRawMany<PositionAndSize>();
    const events: AuditEvent[] = [];
    for (const positions of readAtOnce(found))
      events.push(...(await this.at(positions)).toReversed().map(listed));
    return events;
  }

  /** The events after a position, the earliest first, and no more than `limit`. */
  async after(position: number, limit: number): Promise<readonly AuditEvent[]> {
    const rows = await this.manager.find(AuditEventEntity, {
      where: { position: MoreThan(position) },
      order: { position: 'ASC' },
      take: limit,
    });
    return rows.map(eventOf);
  }

  /** The events at those positions, the earliest first; what is not there is left out. */
  async at(positions: readonly number[]): Promise<readonly AuditEvent[]> {
    const rows = await this.manager.find(AuditEventEntity, {
      where: { position: In([...positions]) },
      order: { position: 'ASC' },
    });
    return rows.map(eventOf);
  }

  /**
   * Deletes the earliest events, with what sinks would not take of them, and returns how many.
   *
   * @param before Only such as are older.
   * @param upTo The last position that may go.
   * @param limit Most of them.
   */
  async deleteOldest(before: Instant, upTo: number, limit: number): Promise<number> {
    const rows = await this.manager.find(AuditEventEntity, {
      select: { position: true },
      where: { at: LessThan(before), position: LessThanOrEqual(upTo) },
      order: { position: 'ASC' },
      take: limit,
    });
    const last = rows.at(-1);
    if (last === undefined) return 0;
    await this.manager.delete(AuditDeadLetterEntity, { position: LessThanOrEqual(last.position) });
    await this.manager.delete(AuditEventEntity, { position: In(rows.map(({ position }) => position)) });
    return rows.length;
  }
}

/** Gives events the last positions of the log. @param end Where it ends, or SQL that says so. */
function placed(
  rows: readonly Omit<AuditEventRow, 'position'>[],
  end: number | string,
): readonly Insertable<AuditEventRow>[] {
  return rows.map((row, index) => {
    const later = rows.length - 1 - index;
    return { ...row, position: typeof end === 'number' ? end - later : new Computed(`${end} - ${later}`) };
  });
}

/** As drivers return it: some have texts for numbers. */
interface PositionAndSize {
  readonly position: number | string;
  readonly size: number | string | null;
}

/** Most characters of images that are in memory before their texts are cut, unless one has more. */
const MAX_READ_AT_ONCE = 4_000_000;

/** The positions in pieces: older events of changes have texts of any length. */
function readAtOnce(found: readonly PositionAndSize[]): readonly (readonly number[])[] {
  const pieces: number[][] = [];
  let room = 0;
  for (const { position, size } of found) {
    room -= Number(size);
    if (room < 0 || pieces.length === 0) {
      pieces.push([]);
      room = MAX_READ_AT_ONCE - Number(size);
    }
    pieces.at(-1)?.push(Number(position));
  }
  return pieces;
}

/** Events about changes have texts that people wrote. */
const typesWithTexts: readonly AuditEvent['type'][] = ['change', 'policy'];

function listed(event: AuditEvent): AuditEvent {
  if (event.after === undefined || !typesWithTexts.includes(event.type)) return event;
  const members = Object.entries(event.after).map(([name, value]) => [
    name,
    typeof value === 'string' ? listedText(value) : value,
  ]);
  return { ...event, after: Object.fromEntries(members) as JsonObject };
}

function textOf(image: JsonObject | undefined): string | null {
  return image === undefined ? null : JSON.stringify(image);
}

function eventOf({ namespaceKey, flagKey, segmentKey, ...row }: AuditEventRow): AuditEvent {
  const { id, position, at, type, action, key, actor } = row;
  return {
    ...{ id, position, at, type, action, key },
    ...(namespaceKey !== '' && { namespaceKey }),
    ...(flagKey !== '' && { flagKey }),
    ...(segmentKey !== '' && { segmentKey }),
    revision: row.revision === null ? undefined : markedRevision(row.revision, row.revisionMark),
    origin: { ...(JSON.parse(row.origin) as Omit<AuditOrigin, 'actor'>), actor },
    before: imageOf(row.before),
    after: imageOf(row.after),
  };
}

function imageOf(text: string | null): JsonObject | undefined {
  return text === null ? undefined : (JSON.parse(text) as JsonObject);
}

/** The audit log in the database; what is added has a transaction of its own. */
export class DatabaseAuditLog extends AuditLog {
  constructor(private readonly database: Database) {
    super();
  }

  async append(entry: AuditEntry): Promise<void> {
    await this.database.write((manager) => new AuditStore(manager).append(entry));
  }
}
