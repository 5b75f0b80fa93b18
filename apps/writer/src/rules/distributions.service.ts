import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, NotFoundError, quote, type Distribution } from '@pennon/domain';
import { type Stores, type Subject } from '@pennon/storage';
import { Changes } from '../changes/changes';

/** The flag, rule and variant a distribution is about. */
export interface DistributionParents {
  readonly namespaceKey: string;
  readonly flagKey: string;
  readonly ruleId: string;
  readonly variantId: string;
}

/** Use cases of distributions. Source: contract/management-api.md 5.2, 7.7. */
@Injectable()
export class DistributionsService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if flag, rule and variant are not all in the namespace. */
  async create(parents: DistributionParents, rolloutPercent: number): Promise<Distribution> {
    const { namespaceKey, ruleId, variantId } = parents;
    return this.changes.apply(namespaceKey, flagOfRule(namespaceKey, ruleId), async (stores) => {
      await assertParentsExist(stores, parents);
      const now = this.clock.now();
      const created = { id: randomUUID(), ruleId, variantId, rolloutPercent, createdAt: now, updatedAt: now };
      await stores.distributions.create({ ...created, namespaceKey });
      return created;
    });
  }

  /** @throws NotFoundError if the parents are not all in the namespace, or the rule has no such distribution. */
  async update(parents: DistributionParents, id: string, rolloutPercent: number): Promise<Distribution> {
    const { namespaceKey, ruleId, variantId } = parents;
    return this.changes.apply(namespaceKey, flagOfRule(namespaceKey, ruleId), async (stores) => {
      await assertParentsExist(stores, parents);
      const distribution = await stores.distributions.find(ruleId, id);
      if (distribution === undefined) throw new NotFoundError(`distribution ${quote(id)} not found`);
      const changes = { variantId, rolloutPercent };
      const updatedAt = this.clock.now();
      await stores.distributions.update(id, changes, updatedAt);
      return { ...distribution, ...changes, updatedAt };
    });
  }

  /** Deletes the distribution that id, rule and variant together name; a missing one is no error. */
  async delete({ namespaceKey, ruleId, variantId }: DistributionParents, id: string): Promise<void> {
    await this.changes.apply(namespaceKey, flagOfRule(namespaceKey, ruleId), ({ distributions }) =>
      distributions.delete(namespaceKey, ruleId, variantId, id),
    );
  }
}

/** The flag that a rule belongs to; a request may well name another one beside the rule. */
function flagOfRule(namespaceKey: string, ruleId: string): Subject {
  return async ({ rules }) => {
    const key = await rules.flagKeyOf(namespaceKey, ruleId);
    return key === undefined ? { kind: 'namespace' } : { kind: 'flag', key };
  };
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
