import { type EntityManager, In } from 'typeorm';
import type { ChangeSubject } from '@pennon/domain';
import { ChangeRequestEntity, ChangeSubjectEntity } from '../entities/change-request.entity';
import { selectSubjectHeads, type SubjectHead, subjectHeadIn } from './subject-heads';
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

  /** Writes down what a change is based on and wants, in place of what it was. The change is there. */
  async set(changeId: string, subjects: readonly ChangeSubject[]): Promise<void> {
    await this.manager.delete(ChangeSubjectEntity, { changeId });
    const rows = subjects.map(({ kind, key, base = null, wanted = null }, position) => ({
      ...{ changeId, kind, key, position, base, wanted },
    }));
    await insertRows(this.manager, ChangeSubjectEntity, rows);
  }
}
