import type { EntityManager } from 'typeorm';
import {
  cutPage,
  groupBy,
  type Page,
  type PageRequest,
  type Rule,
  type RuleWithDistributions,
} from '@pennon/domain';
import {
  DistributionEntity,
  type DistributionRow,
  RuleEntity,
  type RuleRow,
  RuleSegmentEntity,
} from '../entities/flag.entity';
import { byCreation, byRank, ofParents, windowOf } from './find-options';
import { SegmentLinks, type SegmentsOfOwner } from './segment-links';
import { creationOrder, RowReading } from './row-reading';
import { deleteIds, type Identified, type RowWriting } from './write-rows';

/** Rules of flags, with their segments and distributions. */
export class RuleStore {
  private readonly links: SegmentLinks;

  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {
    this.links = new SegmentLinks(manager, writing, RuleSegmentEntity);
  }

  /** The rule, of whichever flag of the namespace, or undefined. One statement. */
  async find(namespaceKey: string, id: string): Promise<RuleWithDistributions | undefined> {
    const reading = new RowReading(this.manager, namespaceKey);
    const keys = new Set([id]);
    const rules = reading.want(RuleEntity, [], { property: 'id', keys });
    const segments = reading.want(RuleSegmentEntity, ['position'], { property: 'ownerId', keys });
    const distributions = reading.want(DistributionEntity, creationOrder, { property: 'ruleId', keys });
    await reading.read();
    const [row] = rules.rows;
    const segmentKeys = segments.rows.map(({ segmentKey }) => segmentKey);
    return row && { ...row, segmentKeys, distributions: distributions.rows };
  }

  /** The key of the flag that the rule of the namespace belongs to, or undefined when there is no such rule. */
  async flagKeyOf(namespaceKey: string, id: string): Promise<string | undefined> {
    const select = { id: true, flagKey: true } as const;
    return (await this.manager.findOne(RuleEntity, { select, where: { id, namespaceKey } }))?.flagKey;
  }

  /** A page of a flag's rules by rank. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<RuleWithDistributions>> {
    const [rows, totalCount] = await this.manager.findAndCount(RuleEntity, {
      where: { namespaceKey, flagKey },
      order: byRank,
      ...windowOf(page),
    });
    const { items, next } = cutPage(rows, page, totalCount, ({ id }) => id);
    return { items: await this.complete(namespaceKey, items), totalCount, next };
  }

  /** Adds many rules. */
  async createAll(rules: readonly Rule[]): Promise<void> {
    await this.writing.insert<RuleRow>(RuleEntity, rules);
    await this.links.createAll(rules.map(linksOf));
  }

  /** Makes many rules that there are what is given. @param relinked Those whose segments differ; all, unless given. */
  async replaceAll(rules: readonly Rule[], relinked = rules): Promise<void> {
    await this.writing.replace<RuleRow>(RuleEntity, rules);
    await this.links.replaceAll(relinked.map(linksOf));
  }

  /** Deletes rules with their distributions. */
  async deleteAll(rules: readonly Identified[]): Promise<void> {
    await deleteIds(this.manager, RuleEntity, rules);
  }

  private async complete(
    namespaceKey: string,
    rows: readonly RuleRow[],
  ): Promise<readonly RuleWithDistributions[]> {
    const ids = rows.map(({ id }) => id);
    const ruleId = ofParents(ids);
    const segmentKeys = await this.links.of(namespaceKey, ids);
    const distributions = await this.manager.find(DistributionEntity, {
      where: { namespaceKey, ...(ruleId && { ruleId }) },
      order: byCreation,
    });
    const byRule = groupBy(distributions, (distribution) => distribution.ruleId);
    return rows.map((row) => ({
      ...row,
      segmentKeys: segmentKeys.get(row.id) ?? [],
      distributions: byRule.get(row.id) ?? [],
    }));
  }
}

function linksOf({ id, namespaceKey, segmentKeys }: Rule): SegmentsOfOwner {
  return { ownerId: id, namespaceKey, segmentKeys };
}

/** Distributions of rules. */
export class DistributionStore {
  constructor(
    private readonly manager: EntityManager,
    private readonly writing: RowWriting,
  ) {}

  /** Adds many distributions. */
  async createAll(distributions: readonly DistributionRow[]): Promise<void> {
    await this.writing.insert(DistributionEntity, distributions);
  }

  /** Makes many distributions that there are what is given. */
  async replaceAll(distributions: readonly DistributionRow[]): Promise<void> {
    await this.writing.replace(DistributionEntity, distributions);
  }

  /** Deletes distributions. */
  async deleteAll(distributions: readonly Identified[]): Promise<void> {
    await deleteIds(this.manager, DistributionEntity, distributions);
  }
}
