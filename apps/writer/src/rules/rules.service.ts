import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Distribution,
  invalidField,
  NotFoundError,
  type Page,
  type PageRequest,
  quote,
  quotePath,
  type Rule,
  type RuleWithDistributions,
  type SegmentSelection,
  type ChangeCaller,
} from '@pennon/domain';
import { Edits, type KeyOfSubject } from '@pennon/changes';
import { closedUp, ordered, type StoredFlag } from '@pennon/state';
import { type Stores, UnitOfWork } from '@pennon/storage';
import { flagOrSegmentNotFound } from '../segments/segment-selection';

/** What a rule is made of when it is created. */
export type NewRule = Omit<Rule, 'id' | 'createdAt' | 'updatedAt'>;

/** Use cases of rules. */
@Injectable()
export class RulesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if the namespace has no such rule. */
  async get(namespaceKey: string, id: string): Promise<RuleWithDistributions> {
    const rule = await this.unitOfWork.readOnce(({ rules }) => rules.find(namespaceKey, id));
    if (rule === undefined) throw ruleNotFound(namespaceKey, id);
    return rule;
  }

  /** A page of a flag's rules by rank; empty when the flag does not exist. */
  async list(namespaceKey: string, flagKey: string, page: PageRequest): Promise<Page<RuleWithDistributions>> {
    return this.unitOfWork.readOnce(({ rules }) => rules.list(namespaceKey, flagKey, page));
  }

  /** @throws NotFoundError if the flag or one of the segments does not exist. */
  async create(caller: ChangeCaller, rule: NewRule): Promise<RuleWithDistributions> {
    const { namespaceKey, flagKey, segmentKeys } = rule;
    const id = randomUUID();
    const flag = await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      async (stored, { segments }) => {
        if (stored === undefined || !(await segments.existAll(namespaceKey, segmentKeys)))
          throw flagOrSegmentNotFound(namespaceKey, flagKey, rule);
        const now = this.clock.now();
        const created = { ...rule, id, createdAt: now, updatedAt: now, distributions: [] };
        return { ...stored, rules: [...stored.rules, created] };
      },
      segmentKeys,
    );
    return ruleOf(flag, namespaceKey, id);
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
    const flag = await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      async (stored, { segments }) => {
        const rule = ruleOf(stored, namespaceKey, id);
        if (!(await segments.existAll(namespaceKey, selection.segmentKeys)))
          throw ruleNotFound(namespaceKey, id);
        return withRule(stored, { ...rule, ...selection, updatedAt: this.clock.now() });
      },
      selection.segmentKeys,
    );
    return ruleOf(flag, namespaceKey, id);
  }

  /** Gives the listed rules the ranks of their places in the list; unknown ids are passed over. */
  async order(
    caller: ChangeCaller,
    namespaceKey: string,
    flagKey: string,
    ruleIds: readonly string[],
  ): Promise<void> {
    await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      (flag) => flag && { ...flag, rules: ordered(flag.rules, ruleIds, this.clock.now()) },
    );
  }

  /** Deletes a rule and closes the ranks up; a missing rule is no error and changes nothing. */
  async delete(caller: ChangeCaller, namespaceKey: string, flagKey: string, id: string): Promise<void> {
    await this.edits.flag(
      caller,
      namespaceKey,
      flagKey,
      (flag) => flag && { ...flag, rules: closedUp(flag.rules, id, this.clock.now()) },
    );
  }
}

/** @throws NotFoundError if the flag has no such rule. */
function ruleOf(flag: StoredFlag | undefined, namespaceKey: string, id: string): RuleWithDistributions {
  const rule = flag?.rules.find((one) => one.id === id);
  if (rule === undefined) throw ruleNotFound(namespaceKey, id);
  return rule;
}

function withRule(flag: StoredFlag | undefined, rule: RuleWithDistributions): StoredFlag | undefined {
  return flag && { ...flag, rules: flag.rules.map((one) => (one.id === rule.id ? rule : one)) };
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
    private readonly edits: Edits,
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
    const id = randomUUID();
    const flag = await this.edits.flag(caller, namespaceKey, ofRule(parents), async (stored, stores) => {
      const found = await assertDistributionParents(stores, stored, parents);
      const now = this.clock.now();
      const created = { id, ruleId, variantId, rolloutPercent, createdAt: now, updatedAt: now };
      return withDistributions(found, ruleId, (distributions) => [...distributions, created]);
    });
    return distributionOf(flag, ruleId, id);
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
    const flag = await this.edits.flag(caller, namespaceKey, ofRule(parents), async (stored, stores) => {
      const found = await assertDistributionParents(stores, stored, parents);
      const distribution = distributionOf(found, ruleId, id);
      const updated = { ...distribution, variantId, rolloutPercent, updatedAt: this.clock.now() };
      return withDistributions(found, ruleId, (distributions) =>
        distributions.map((one) => (one.id === id ? updated : one)),
      );
    });
    return distributionOf(flag, ruleId, id);
  }

  /** Deletes the distribution that id, rule and variant together name; a missing one is no error. */
  async delete(caller: ChangeCaller, parents: DistributionParents, id: string): Promise<void> {
    const { namespaceKey, ruleId, variantId } = parents;
    await this.edits.flag(
      caller,
      namespaceKey,
      ofRule(parents),
      (flag) =>
        flag &&
        withDistributions(flag, ruleId, (distributions) =>
          distributions.filter((one) => one.id !== id || one.variantId !== variantId),
        ),
    );
  }
}

/** The flag that a rule belongs to; a request may well name another one beside the rule. */
function ofRule({ namespaceKey, ruleId }: DistributionParents): KeyOfSubject {
  return ({ rules }) => rules.flagKeyOf(namespaceKey, ruleId);
}

/** @throws NotFoundError if the rule has no such distribution. */
function distributionOf(flag: StoredFlag | undefined, ruleId: string, id: string): Distribution {
  const rule = flag?.rules.find((one) => one.id === ruleId);
  const distribution = rule?.distributions.find((one) => one.id === id);
  if (distribution === undefined) throw new NotFoundError(`distribution ${quote(id)} not found`);
  return distribution;
}

function withDistributions(
  flag: StoredFlag,
  ruleId: string,
  edit: (distributions: readonly Distribution[]) => readonly Distribution[],
): StoredFlag {
  const rules = flag.rules.map((rule) =>
    rule.id === ruleId ? { ...rule, distributions: edit(rule.distributions) } : rule,
  );
  return { ...flag, rules };
}

/** @returns The flag that the rule belongs to. */
async function assertDistributionParents(
  { flags, variants }: Stores,
  ofRule: StoredFlag | undefined,
  { namespaceKey, flagKey, ruleId, variantId }: DistributionParents,
): Promise<StoredFlag> {
  const isFlagThere = ofRule?.key === flagKey || (await flags.exists(namespaceKey, flagKey));
  const isItsVariant = ofRule?.variants.some(({ id }) => id === variantId) === true;
  const ofVariant = isItsVariant ? ofRule.key : await variants.flagKeyOf(namespaceKey, variantId);
  if (!isFlagThere || ofRule === undefined || ofVariant === undefined) {
    const names = `variant ${quote(variantId)}, rule ${quote(ruleId)}, flag ${quote(flagKey)}`;
    throw new NotFoundError(`${names} in namespace ${quote(namespaceKey)} not found`);
  }
  if (ofVariant !== ofRule.key)
    throw invalidField(
      'variantId',
      `must be a variant of flag ${quote(ofRule.key)}, and is one of flag ${quote(ofVariant)}`,
    );
  return ofRule;
}
