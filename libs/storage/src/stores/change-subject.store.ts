import { type EntityManager, In } from 'typeorm';
import type { ChangeSubject, Flag } from '@pennon/domain';
import { ChangeRequestEntity, ChangeSubjectEntity } from '../entities/change-request.entity';
import { selectSubjectHeads, type SubjectHead, subjectHeadIn } from './subject-heads';
import { openStates } from './change-request-rows';
import { insertRows } from './write-rows';

/** What changes that wait are based on and want, flag by flag. It goes with its change. */
export class ChangeSubjectStore {
  constructor(private readonly manager: EntityManager) {}

  /** What a change is based on and wants, in the order in which it wants it. */
  async of(changeId: string): Promise<readonly ChangeSubject[]> {
    const rows = await this.manager.find(ChangeSubjectEntity, {
      where: { changeId },
      order: { position: 'ASC' },
    });
    return rows.map(({ kind, key, base, wanted }) => ({
      ...{ kind, key, base: base ?? undefined, wanted: wanted ?? undefined },
    }));
  }

  /** The first of what some changes name, by their ids. */
  async heads(changeIds: readonly string[]): Promise<ReadonlyMap<string, SubjectHead>> {
    const query = this.manager
      .createQueryBuilder(ChangeRequestEntity, 'request')
      .select('request.id', 'id')
      .where({ id: In([...changeIds]) });
    selectSubjectHeads(this.manager, query);
    const rows = await query.getRawMany<{ readonly id: string; readonly subject_head: string | null }>();
    return new Map(rows.map(({ id, subject_head }) => [id, subjectHeadIn(subject_head)]));
  }

  /**
   * How many changes that wait name each of some flags, in the order of these. One statement, which reads all changes
   * that wait in their namespaces.
   */
  async countWaiting(flags: readonly Pick<Flag, 'namespaceKey' | 'key'>[]): Promise<readonly number[]> {
    if (flags.length === 0) return [];
    const [namespaceKeys, keys] = [
      new Set(flags.map(({ namespaceKey }) => namespaceKey)),
      new Set(flags.map(({ key }) => key)),
    ];
    const rows = await this.manager
      .createQueryBuilder(ChangeRequestEntity, 'request')
      .innerJoin(ChangeSubjectEntity.options.name, 'subject', 'subject.changeId = request.id')
      .select('request.namespaceKey', 'namespace_key')
      .addSelect('subject.key', 'flag_key')
      .addSelect('COUNT(*)', 'waiting')
      .where({ namespaceKey: In([...namespaceKeys]), state: In([...openStates]) })
      .andWhere("subject.kind = 'flag' AND subject.key IN (:...keys)", { keys: [...keys] })
      .groupBy('request.namespaceKey')
      .addGroupBy('subject.key')
      .getRawMany<Readonly<Record<'namespace_key' | 'flag_key' | 'waiting', string>>>();
    const counts = new Map(rows.map((row) => [`${row.namespace_key} ${row.flag_key}`, Number(row.waiting)]));
    return flags.map(({ namespaceKey, key }) => counts.get(`${namespaceKey} ${key}`) ?? 0);
  }

  /** Writes down what a change is based on and wants, in place of what it was. The change is there. */
  async set(changeId: string, subjects: readonly ChangeSubject[]): Promise<void> {
    await this.manager.delete(ChangeSubjectEntity, { changeId });
    const rows = subjects.map(({ kind, key, base = null, wanted = null }, position) => ({
      ...{ changeId, kind, key, position, base, wanted },
    }));
    await insertRows(this.manager, ChangeSubjectEntity, rows);
  }
}
