import type { EntityManager } from 'typeorm';
import { groupBy, type Page, type PageRequest, type Rule, type RuleWithDistributions } from '@pennon/domain';
import {
  DistributionEntity,
  type DistributionRow,
  RuleEntity,
  type RuleRow,
  RuleSegmentEntity,
} from '../entities/flag.entity';
import { pageOf } from './find-options';
import { segmentKeysByOwner, SegmentLinks, type SegmentsOfOwner } from './segment-links';
import { type Among, creationOrder, rankOrder, RowReading } from './row-reading';
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
    const keys = new Set([id]);
    const [found] = await this.read(namespaceKey, { property: 'id', keys }, { keys });
    return found;
  }

  /** The key of the flag that the rule of the namespace belongs to, or undefined when there is no such rule. */
  async flagKeyOf(namespaceKey: string, id: string): Promise<string | undefined> {
    const select = { id: true, flagKey: true } as const;
    return (await this.manager.findOne(RuleEntity, { select, where: { id, namespaceKey } }))?.flagKey;
  }

  /** A page of a flag's rules by rank. One statement, which reads all rules of the flag. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<RuleWithDistributions>> {
    const keys = new Set([flagKey]);
    const rules = await this.read(namespaceKey, { property: 'flagKey', keys }, { keys, owners: RuleEntity });
    return pageOf(rules, page, ({ id }) => id);
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

  /** @param among The rules that are wanted. @param parts What belongs to them. */
  private async read(
    namespaceKey: string,
    among: Among<keyof RuleRow>,
    parts: Omit<Among, 'property'>,
  ): Promise<readonly RuleWithDistributions[]> {
    const reading = new RowReading(this.manager, namespaceKey);
    const rules = reading.want(RuleEntity, rankOrder, among);
    const links = reading.want(RuleSegmentEntity, ['position'], { property: 'ownerId', ...parts });
    const distributions = reading.want(DistributionEntity, creationOrder, { property: 'ruleId', ...parts });
    await reading.read();
    const segmentKeys = segmentKeysByOwner(links.rows);
    const byRule = groupBy(distributions.rows, (distribution) => distribution.ruleId);
    return rules.rows.map((row) => ({
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
