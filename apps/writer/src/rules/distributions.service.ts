import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { distributionState, type DistributionPlace } from '@pennon/audit';
import { Clock, NotFoundError, quote, type Distribution } from '@pennon/domain';
import { type Stores, type Subject } from '@pennon/storage';
import { Changes, type ChangeCall } from '../changes/changes';

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

  /** @throws NotFoundError if flag, rule and variant are not all in the namespace. */
  async create(
    call: ChangeCall,
    parents: DistributionParents,
    rolloutPercent: number,
  ): Promise<Distribution> {
    const { namespaceKey, ruleId, variantId } = parents;
    return this.changes.apply(call, namespaceKey, flagOfRule(namespaceKey, ruleId), async (stores, trail) => {
      await assertParentsExist(stores, parents);
      const now = this.clock.now();
      const created = { id: randomUUID(), ruleId, variantId, rolloutPercent, createdAt: now, updatedAt: now };
      await stores.distributions.create({ ...created, namespaceKey });
      trail.created(distributionState(created, await placeOf(stores, parents)));
      return created;
    });
  }

  /** @throws NotFoundError if the parents are not all in the namespace, or the rule has no such distribution. */
  async update(
    call: ChangeCall,
    parents: DistributionParents,
    id: string,
    rolloutPercent: number,
  ): Promise<Distribution> {
    const { namespaceKey, ruleId, variantId } = parents;
    return this.changes.apply(call, namespaceKey, flagOfRule(namespaceKey, ruleId), async (stores, trail) => {
      await assertParentsExist(stores, parents);
      const distribution = await stores.distributions.find(ruleId, id);
      if (distribution === undefined) throw new NotFoundError(`distribution ${quote(id)} not found`);
      const changes = { variantId, rolloutPercent };
      const updatedAt = this.clock.now();
      await stores.distributions.update(id, changes, updatedAt);
      const updated = { ...distribution, ...changes, updatedAt };
      const place = await placeOf(stores, parents);
      trail.updated(distributionState(distribution, place), distributionState(updated, place));
      return updated;
    });
  }

  /** Deletes the distribution that id, rule and variant together name; a missing one is no error. */
  async delete(call: ChangeCall, parents: DistributionParents, id: string): Promise<void> {
    const { namespaceKey, ruleId, variantId } = parents;
    await this.changes.apply(call, namespaceKey, flagOfRule(namespaceKey, ruleId), async (stores, trail) => {
      const { rules, distributions } = stores;
      const isHere = await rules.exists(namespaceKey, ruleId);
      const found = isHere ? await distributions.find(ruleId, id) : undefined;
      await distributions.delete(namespaceKey, ruleId, variantId, id);
      const isDeleted = found?.variantId === variantId;
      trail.deleted(isDeleted ? distributionState(found, await placeOf(stores, parents)) : undefined);
    });
  }
}

/** The flag that a rule belongs to; a request may well name another one beside the rule. */
function flagOfRule(namespaceKey: string, ruleId: string): Subject {
  return async ({ rules }) => {
    const key = await rules.flagKeyOf(namespaceKey, ruleId);
    return key === undefined ? { kind: 'namespace' } : { kind: 'flag', key };
  };
}

/** Where a distribution truly is. */
async function placeOf(
  { rules }: Stores,
  { namespaceKey, flagKey, ruleId }: DistributionParents,
): Promise<DistributionPlace> {
  return { namespaceKey, flagKey: (await rules.flagKeyOf(namespaceKey, ruleId)) ?? flagKey };
}

async function assertParentsExist(
  { flags, rules, variants }: Stores,
  { namespaceKey, flagKey, ruleId, variantId }: DistributionParents,
): Promise<void> {
  const exist =
    (await flags.exists(namespaceKey, flagKey)) &&
    (await rules.exists(namespaceKey, ruleId)) &&
    (await variants.existsInNamespace(namespaceKey, variantId));
  if (exist) return;
  const names = `variant ${quote(variantId)}, rule ${quote(ruleId)}, flag ${quote(flagKey)}`;
  throw new NotFoundError(`${names} in namespace ${quote(namespaceKey)} not found`);
}
