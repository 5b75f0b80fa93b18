import { type EntityManager } from 'typeorm';
import {
  cutPage,
  type Instant,
  type Page,
  type PageRequest,
  type Ranked,
  type Rollout,
  type RolloutStep,
} from '@pennon/domain';
import { RolloutEntity, RolloutSegmentEntity, type RolloutRow } from '../entities/flag.entity';
import { insertRows, replaceRows } from './write-rows';
import { byRank, windowOf } from './find-options';
import { readRanks, writeRanks } from './ranks';
import { SegmentLinks, type SegmentsOfOwner } from './segment-links';

/** Rollouts of flags, with their steps. */
export class RolloutStore {
  private readonly links: SegmentLinks;

  constructor(private readonly manager: EntityManager) {
    this.links = new SegmentLinks(manager, RolloutSegmentEntity);
  }

  /** The rollout, of whichever flag of the namespace, or undefined. */
  async find(namespaceKey: string, id: string): Promise<Rollout | undefined> {
    const row = await this.manager.findOneBy(RolloutEntity, { id, namespaceKey });
    if (row === null) return undefined;
    const [found] = await this.complete(namespaceKey, [row]);
    return found;
  }

  /** A page of a flag's rollouts by rank. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<Rollout>> {
    const [rows, totalCount] = await this.manager.findAndCount(RolloutEntity, {
      where: { namespaceKey, flagKey },
      order: byRank,
      ...windowOf(page),
    });
    const { items, next } = cutPage(rows, page, totalCount, ({ id }) => id);
    return { items: await this.complete(namespaceKey, items), totalCount, next };
  }

  /** Ids and ranks of a flag's rollouts, by rank. */
  async ranks(namespaceKey: string, flagKey: string): Promise<readonly Ranked[]> {
    return readRanks(this.manager, RolloutEntity, namespaceKey, flagKey);
  }

  /** Adds a rollout. */
  async create(rollout: Rollout): Promise<void> {
    await this.createAll([rollout]);
  }

  /** Adds many rollouts. */
  async createAll(rollouts: readonly Rollout[]): Promise<void> {
    await insertRows(this.manager, RolloutEntity, rollouts.map(rowOf));
    await this.links.createAll(rollouts.flatMap(linksOf));
  }

  /** Makes many rollouts that there are what is given. */
  async replaceAll(rollouts: readonly Rollout[]): Promise<void> {
    await replaceRows(this.manager, RolloutEntity, rollouts.map(rowOf));
    await this.links.replaceAll(rollouts.flatMap(linksOf));
  }

  /** Replaces description and step of a rollout; the step's type stays. */
  async update(
    { namespaceKey, id }: Pick<Rollout, 'namespaceKey' | 'id'>,
    description: string,
    step: RolloutStep,
    updatedAt: Instant,
  ): Promise<void> {
    await this.manager.update(RolloutEntity, { id }, { description, ...columnsOf(step), updatedAt });
    if (step.type === 'segment') await this.links.replace(namespaceKey, id, step.segmentKeys);
  }

  /** Gives rollouts new ranks and one common moment of change. */
  async rerank(ranks: ReadonlyMap<string, number>, updatedAt: Instant): Promise<void> {
    await writeRanks(this.manager, RolloutEntity, ranks, updatedAt);
  }

  /** Deletes a rollout of that flag; does nothing when there is none. */
  async delete(namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.manager.delete(RolloutEntity, { id, namespaceKey, flagKey });
  }

  private async complete(namespaceKey: string, rows: readonly RolloutRow[]): Promise<readonly Rollout[]> {
    const segmentKeys = await this.links.of(
      namespaceKey,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => rolloutOf(row, segmentKeys.get(row.id) ?? []));
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
