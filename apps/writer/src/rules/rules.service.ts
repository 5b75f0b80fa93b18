import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DistributionPlace, distributionState, orderState, ruleState } from '@pennon/audit';
import {
  Clock,
  denseRanks,
  type Distribution,
  invalidField,
  NAMESPACE_SUBJECT,
  NotFoundError,
  type Page,
  type PageRequest,
  quote,
  quotePath,
  ranksByPosition,
  reranked,
  type Rule,
  type RuleWithDistributions,
  type SegmentSelection,
  type ChangeCaller,
} from '@pennon/domain';
import { Changes, type Subject } from '@pennon/changes';
import { type Stores, UnitOfWork } from '@pennon/storage';
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
  async create(caller: ChangeCaller, rule: NewRule): Promise<RuleWithDistributions> {
    const { namespaceKey, flagKey, segmentKeys } = rule;
    return this.changes.apply(
      caller,
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
    caller: ChangeCaller,
    namespaceKey: string,
    flagKey: string,
    id: string,
    selection: SegmentSelection,
  ): Promise<RuleWithDistributions> {
    return this.changes.apply(caller, namespaceKey, { kind: 'flag', key: flagKey }, async (stores, trail) => {
      const { segments, rules } = stores;
      const rule = await findRule(stores, namespaceKey, id);
      const isComplete =
        rule.flagKey === flagKey && (await segments.existAll(namespaceKey, selection.segmentKeys));
      if (!isComplete) throw ruleNotFound(namespaceKey, id);
      const updatedAt = this.clock.now();
      await rules.update(rule, selection, updatedAt);
      return trail.updated(ruleState, rule, { ...rule, ...selection, updatedAt });
    });
  }

  /** Gives the listed rules the ranks of their places in the list; unknown ids are passed over. */
  async order(
    caller: ChangeCaller,
    namespaceKey: string,
    flagKey: string,
    ruleIds: readonly string[],
  ): Promise<void> {
    await this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'flag', key: flagKey },
      async ({ rules }, trail) => {
        const existing = await rules.ranks(namespaceKey, flagKey);
        const ranks = ranksByPosition(existing, ruleIds);
        await rules.rerank(ranks, this.clock.now());
        trail.updated(orderState('rule', namespaceKey, flagKey), existing, reranked(existing, ranks));
      },
    );
  }

  /** Deletes a rule and closes the ranks up; a missing rule is no error. */
  async delete(caller: ChangeCaller, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.changes.apply(
      caller,
      namespaceKey,
      { kind: 'flag', key: flagKey },
      async ({ rules }, trail) => {
        const rule = await rules.find(namespaceKey, id);
        await rules.delete(namespaceKey, flagKey, id);
        const remaining = await rules.ranks(namespaceKey, flagKey);
        const ranks = denseRanks(remaining);
        await rules.rerank(ranks, this.clock.now());
        if (rule?.flagKey === flagKey) trail.deleted(ruleState(rule));
        else trail.updated(orderState('rule', namespaceKey, flagKey), remaining, reranked(remaining, ranks));
      },
    );
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

/** The flag, rule and variant a distribution is about. */
export interface DistributionParents {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly ruleId: string;
  readonly variantId: string;
}

/** Use cases of distributions. */
@Injectable()
export class DistributionsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError if flag, rule and variant are not all in the namespace.
   * @throws InvalidFieldError if the variant belongs to another flag than the rule.
   */
  async create(
    caller: ChangeCaller,
    parents: DistributionParents,
    rolloutPercent: number,
  ): Promise<Distribution> {
    const { namespaceKey, ruleId, variantId } = parents;
    return this.changes.apply(
      caller,
      namespaceKey,
      flagOfRule(namespaceKey, ruleId),
      async (stores, trail) => {
        await assertDistributionParents(stores, parents);
        const now = this.clock.now();
        const created = {
          id: randomUUID(),
          ruleId,
          variantId,
          rolloutPercent,
          createdAt: now,
          updatedAt: now,
        };
        await stores.distributions.create({ ...created, namespaceKey });
        trail.created(distributionState(created, await placeOf(stores, parents)));
        return created;
      },
    );
  }

  /**
   * @throws NotFoundError if the parents are not all in the namespace, or the rule has no such distribution.
   * @throws InvalidFieldError if the variant belongs to another flag than the rule.
   */
  async update(
    caller: ChangeCaller,
    parents: DistributionParents,
    id: string,
    rolloutPercent: number,
  ): Promise<Distribution> {
    const { namespaceKey, ruleId, variantId } = parents;
    return this.changes.apply(
      caller,
      namespaceKey,
      flagOfRule(namespaceKey, ruleId),
      async (stores, trail) => {
        await assertDistributionParents(stores, parents);
        const distribution = await stores.distributions.find(ruleId, id);
        if (distribution === undefined) throw new NotFoundError(`distribution ${quote(id)} not found`);
        const changes = { variantId, rolloutPercent };
        const updatedAt = this.clock.now();
        await stores.distributions.update(id, changes, updatedAt);
        const place = await placeOf(stores, parents);
        const updated = { ...distribution, ...changes, updatedAt };
        return trail.updated((one) => distributionState(one, place), distribution, updated);
      },
    );
  }

  /** Deletes the distribution that id, rule and variant together name; a missing one is no error. */
  async delete(caller: ChangeCaller, parents: DistributionParents, id: string): Promise<void> {
    const { namespaceKey, ruleId, variantId } = parents;
    await this.changes.apply(
      caller,
      namespaceKey,
      flagOfRule(namespaceKey, ruleId),
      async (stores, trail) => {
        const { rules, distributions } = stores;
        const isHere = await rules.exists(namespaceKey, ruleId);
        const found = isHere ? await distributions.find(ruleId, id) : undefined;
        await distributions.delete(namespaceKey, ruleId, variantId, id);
        const isDeleted = found?.variantId === variantId;
        trail.deleted(isDeleted ? distributionState(found, await placeOf(stores, parents)) : undefined);
      },
    );
  }
}

/** The flag that a rule belongs to; a request may well name another one beside the rule. */
function flagOfRule(namespaceKey: string, ruleId: string): Subject {
  return async ({ rules }) => {
    const key = await rules.flagKeyOf(namespaceKey, ruleId);
    return key === undefined ? NAMESPACE_SUBJECT : { kind: 'flag', key };
  };
}

/** Where a distribution truly is. */
async function placeOf(
  { rules }: Stores,
  { namespaceKey, flagKey, ruleId }: DistributionParents,
): Promise<DistributionPlace> {
  return { namespaceKey, flagKey: (await rules.flagKeyOf(namespaceKey, ruleId)) ?? flagKey };
}

async function assertDistributionParents(
  { flags, rules, variants }: Stores,
  { namespaceKey, flagKey, ruleId, variantId }: DistributionParents,
): Promise<void> {
  const isFlagThere = await flags.exists(namespaceKey, flagKey);
  const ofRule = await rules.flagKeyOf(namespaceKey, ruleId);
  const ofVariant = await variants.flagKeyOf(namespaceKey, variantId);
  if (!isFlagThere || ofRule === undefined || ofVariant === undefined) {
    const names = `variant ${quote(variantId)}, rule ${quote(ruleId)}, flag ${quote(flagKey)}`;
    throw new NotFoundError(`${names} in namespace ${quote(namespaceKey)} not found`);
  }
  if (ofVariant !== ofRule)
    throw invalidField(
      'variantId',
      `must be a variant of flag ${quote(ofRule)}, and is one of flag ${quote(ofVariant)}`,
    );
}
