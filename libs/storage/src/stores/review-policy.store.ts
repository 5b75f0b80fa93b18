import type { EntityManager } from 'typeorm';
import { NO_REVIEW, type ReviewPolicy } from '@pennon/domain';
import { ReviewPolicyEntity } from '../entities/change-request.entity';
import { replaceRows } from './write-rows';

/** How namespaces have their changes reviewed. */
export class ReviewPolicyStore {
  constructor(private readonly manager: EntityManager) {}

  /** The policy of a namespace: no review, unless somebody has said otherwise. */
  async of(namespaceKey: string): Promise<ReviewPolicy> {
    const row = await this.manager.findOneBy(ReviewPolicyEntity, { namespaceKey });
    if (row === null) return NO_REVIEW;
    const { requiredApprovals, mayApproveOwn, restrictDirectWrites, bypass, appliesLate } = row;
    return {
      ...{ requiredApprovals, mayApproveOwn, restrictDirectWrites, appliesLate: appliesLate === true },
      bypass: JSON.parse(bypass) as readonly string[],
    };
  }

  async set(namespaceKey: string, { bypass, ...policy }: ReviewPolicy): Promise<void> {
    const row = { namespaceKey, ...policy, bypass: JSON.stringify(bypass) };
    await replaceRows(this.manager, ReviewPolicyEntity, [row]);
  }
}
