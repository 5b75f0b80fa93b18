import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ruleOrderState, ruleState } from '@pennon/audit';
import {
  Clock,
  denseRanks,
  isReranked,
  NotFoundError,
  orderOf,
  quotePath,
  ranksByPosition,
  type Page,
  type PageRequest,
  type Rule,
  type RuleWithDistributions,
  type SegmentSelection,
} from '@pennon/domain';
import { UnitOfWork, type Stores } from '@pennon/storage';
import { Changes, type ChangeCall } from '../changes/changes';
import { flagOrSegmentNotFound } from '../segments/segment-selection';

/** What a rule is made of when it is created. */
export type NewRule = Omit<Rule, 'id' | 'createdAt' | 'updatedAt'>;

/** Use cases of rules. */
@Injectable()
export class RulesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if the namespace has no such rule. */
  async get(namespaceKey: string, id: string): Promise<RuleWithDistributions> {
    return this.unitOfWork.read((stores) => findRule(stores, namespaceKey, id));
  }

  /** A page of a flag's rules by rank; empty when the flag does not exist. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<RuleWithDistributions>> {
    return this.unitOfWork.read(({ rules }) => rules.list(namespaceKey, flagKey, page));
  }

  /** @throws NotFoundError if the flag or one of the segments does not exist. */
  async create(call: ChangeCall, rule: NewRule): Promise<RuleWithDistributions> {
    const { namespaceKey, flagKey, segmentKeys } = rule;
    return this.changes.apply(
      call,
      namespaceKey,
      { kind: 'flag', key: flagKey },
      async ({ flags, segments, rules }, trail) => {
        const isComplete =
          (await flags.exists(namespaceKey, flagKey)) && (await segments.existAll(namespaceKey, segmentKeys));
        if (!isComplete) throw flagOrSegmentNotFound(namespaceKey, flagKey, rule);
        const now = this.clock.now();
        const created = { ...rule, id: randomUUID(), createdAt: now, updatedAt: now };
        await rules.create(created);
        trail.created(ruleState(created));
        return { ...created, distributions: [] };
      },
    );
  }

  /**
   * Replaces the segments of a rule.
   *
   * @throws NotFoundError if the flag has no such rule, or one of the segments does not exist.
   */
  async update(
    call: ChangeCall,
    namespaceKey: string,
    flagKey: string,
    id: string,
    selection: SegmentSelection,
  ): Promise<RuleWithDistributions> {
    return this.changes.apply(call, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      const { segments, rules } = stores;
      const rule = await findRule(stores, namespaceKey, id);
      const isComplete =
        rule.flagKey === flagKey && (await segments.existAll(namespaceKey, selection.segmentKeys));
      if (!isComplete) throw ruleNotFound(namespaceKey, id);
      const updatedAt = this.clock.now();
      await rules.update(rule, selection, updatedAt);
      const updated = { ...rule, ...selection, updatedAt };
      trail.updated(ruleState(rule), ruleState(updated));
      return updated;
    });
  }

  /** Gives the listed rules the ranks of their places in the list; unknown ids are passed over. */
  async order(
    call: ChangeCall,
    namespaceKey: string,
    flagKey: string,
    ruleIds: readonly string[],
  ): Promise<void> {
    await this.changes.apply(call, namespaceKey, { kind: 'flag', key: flagKey }, async ({ rules }, trail) => {
      const existing = await rules.ranks(namespaceKey, flagKey);
      const ranks = ranksByPosition(existing, ruleIds);
      if (!isReranked(existing, ranks)) {
        trail.unchanged();
        return;
      }
      await rules.rerank(ranks, this.clock.now());
      trail.updated(
        ruleOrderState(namespaceKey, flagKey, orderOf(existing)),
        ruleOrderState(namespaceKey, flagKey, orderOf(existing, ranks)),
      );
    });
  }

  /** Deletes a rule and closes the ranks up; a missing rule is no error. */
  async delete(call: ChangeCall, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.changes.apply(call, namespaceKey, { kind: 'flag', key: flagKey }, async ({ rules }, trail) => {
      const rule = await rules.find(namespaceKey, id);
      await rules.delete(namespaceKey, flagKey, id);
      const remaining = await rules.ranks(namespaceKey, flagKey);
      const ranks = denseRanks(remaining);
      if (rule?.flagKey === flagKey) trail.deleted(ruleState(rule));
      else if (!isReranked(remaining, ranks)) trail.unchanged();
      await rules.rerank(ranks, this.clock.now());
    });
  }
}

async function findRule({ rules }: Stores, namespaceKey: string, id: string): Promise<RuleWithDistributions> {
  const rule = await rules.find(namespaceKey, id);
  if (rule === undefined) throw ruleNotFound(namespaceKey, id);
  return rule;
}

function ruleNotFound(namespaceKey: string, id: string): NotFoundError {
  return new NotFoundError(`rule ${quotePath(namespaceKey, id)} not found`);
}
