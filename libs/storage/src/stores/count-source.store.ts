import { In, LessThan, type EntityManager } from 'typeorm';
import { type Instant } from '@pennon/domain';
import { CountSourceEntity, type CountSource } from '../entities/count-source.entity';

/** Most sources that are deleted by one call. */
const BATCH_SIZE = 1000;

/** Which batch of counts was taken last of each source: so that none is taken twice. */
export class CountSourceStore {
  constructor(private readonly manager: EntityManager) {}

  /** Puts the batch in the place of the one before it, and returns false when it, or a later one, was taken before. */
  async advance({ id, sequence, heardAt }: CountSource): Promise<boolean> {
    // Of two transactions with the same batch, the row has the later one wait, and then find that it is too late.
    const { affected } = await this.manager.update(
      CountSourceEntity,
      { id, sequence: LessThan(sequence) },
      { sequence, heardAt },
    );
    if (affected === 1) return true;
    if (await this.manager.existsBy(CountSourceEntity, { id })) return false;
    await this.manager.insert(CountSourceEntity, { id, sequence, heardAt });
    return true;
  }

  /** Deletes sources, those heard last before that moment first, and tells whether there may be more of them. */
  async deleteSilent(before: Instant): Promise<boolean> {
    return this.deleteLongestSilent(
      await this.manager.countBy(CountSourceEntity, { heardAt: LessThan(before) }),
    );
  }

  /**
   * Deletes those that were heard longest ago where there are more than so many, and tells whether there still may be.
   */
  async trim(atMost: number): Promise<boolean> {
    return this.deleteLongestSilent((await this.manager.count(CountSourceEntity)) - atMost);
  }

  private async deleteLongestSilent(surplus: number): Promise<boolean> {
    if (surplus <= 0) return false;
    const longestSilent = await this.manager.find(CountSourceEntity, {
      select: { id: true },
      order: { heardAt: 'ASC', id: 'ASC' },
      take: Math.min(surplus, BATCH_SIZE),
    });
    await this.manager.delete(CountSourceEntity, { id: In(longestSilent.map(({ id }) => id)) });
    return surplus > BATCH_SIZE;
  }
}
