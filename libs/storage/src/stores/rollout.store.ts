import { type EntityManager } from 'typeorm';
import type { Page, PageRequest, Rollout, RolloutStep } from '@pennon/domain';
import { RolloutEntity, RolloutSegmentEntity, type RolloutRow } from '../entities/flag.entity';
import { type Among, rankOrder, RowReading } from './row-reading';
import { deleteIds, type Identified, type RowWriting } from './write-rows';
import { pageOf } from './find-options';
import { segmentKeysByOwner, SegmentLinks, type SegmentsOfOwner } from './segment-links';

/** Rollouts of flags, with their steps. */
export class RolloutStore {
  private readonly links: SegmentLinks;

  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {
    this.links = new SegmentLinks(manager, writing, RolloutSegmentEntity);
  }

  /** The rollout, of whichever flag of the namespace, or undefined. One statement. */
  async find(namespaceKey: string, id: string): Promise<Rollout | undefined> {
    const keys = new Set([id]);
    const [found] = await this.read(namespaceKey, { property: 'id', keys }, { keys });
    return found;
  }

  /** A page of a flag's rollouts by rank. One statement, which reads all rollouts of the flag. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<Rollout>> {
    const keys = new Set([flagKey]);
    const among = { property: 'flagKey', keys } as const;
    return pageOf(
      await this.read(namespaceKey, among, { keys, owners: RolloutEntity }),
      page,
      ({ id }) => id,
    );
  }

  /** Adds many rollouts. */
  async createAll(rollouts: readonly Rollout[]): Promise<void> {
    await this.writing.insert(RolloutEntity, rollouts.map(rowOf));
    await this.links.createAll(rollouts.flatMap(linksOf));
  }

  /**
   * Makes many rollouts that there are what is given; their types stay.
   *
   * @param relinked Those whose segments differ; all, unless given.
   */
  async replaceAll(rollouts: readonly Rollout[], relinked = rollouts): Promise<void> {
    await this.writing.replace(RolloutEntity, rollouts.map(rowOf));
    await this.links.replaceAll(relinked.flatMap(linksOf));
  }

  /** Deletes rollouts. */
  async deleteAll(rollouts: readonly Identified[]): Promise<void> {
    await deleteIds(this.manager, RolloutEntity, rollouts);
  }

  /** @param among The rollouts that are wanted. @param parts What belongs to them. */
  private async read(
    namespaceKey: string,
    among: Among<keyof RolloutRow>,
    parts: Omit<Among, 'property'>,
  ): Promise<readonly Rollout[]> {
    const reading = new RowReading(this.manager, namespaceKey);
    const rollouts = reading.want(RolloutEntity, rankOrder, among);
    const links = reading.want(RolloutSegmentEntity, ['position'], { property: 'ownerId', ...parts });
    await reading.read();
    const segmentKeys = segmentKeysByOwner(links.rows);
    return rollouts.rows.map((row) => rolloutOf(row, segmentKeys.get(row.id) ?? []));
  }
}

/** The rollout a row and its segment links make. */
export function rolloutOf(row: RolloutRow, segmentKeys: readonly string[]): Rollout {
  const { type, value, percent, segmentOperator, ...rollout } = row;
  const step: RolloutStep =
    type === 'threshold'
      ? { type, percent: percent ?? 0, value }
      : { type, segmentKeys, segmentOperator: segmentOperator ?? 'or', value };
  return { ...rollout, step };
}

function rowOf({ step, ...rollout }: Rollout): RolloutRow {
  return { ...rollout, ...columnsOf(step) };
}

function linksOf({ id, namespaceKey, step }: Rollout): readonly SegmentsOfOwner[] {
  return step.type === 'segment' ? [{ ownerId: id, namespaceKey, segmentKeys: step.segmentKeys }] : [];
}

function columnsOf(step: RolloutStep): Pick<RolloutRow, 'type' | 'value' | 'percent' | 'segmentOperator'> {
  const { type, value } = step;
  return step.type === 'threshold'
    ? { type, value, percent: step.percent, segmentOperator: null }
    : { type, value, percent: null, segmentOperator: step.segmentOperator };
}
