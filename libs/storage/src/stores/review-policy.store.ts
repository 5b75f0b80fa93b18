import type { EntityManager } from 'typeorm';
import { NO_REVIEW, type ReviewPolicy } from '@pennon/domain';
import { ReviewPolicyEntity, type ReviewPolicyRow } from '../entities/change-request.entity';
import type { RowReading } from './row-reading';
import { replaceRows } from './write-rows';

/** How namespaces have their changes reviewed. */
export class ReviewPolicyStore {
  /** What was read along with other rows in this transaction, by namespace. */
  private readonly known = new Map<string, ReviewPolicy>();

  constructor(private readonly manager: EntityManager) {}

  /** The policy of a namespace: no review, unless somebody has said otherwise. */
  async of(namespaceKey: string): Promise<ReviewPolicy> {
    const known = this.known.get(namespaceKey);
    if (known !== undefined) return known;
    return policyOf(await this.manager.findOneBy(ReviewPolicyEntity, { namespaceKey }));
  }

  /**
   * Has the policy read together with other rows, because every write asks for it.
   *
   * @returns To be called when they have been read.
   */
  readAlong(reading: RowReading, namespaceKey: string): () => void {
    const policies = reading.want(ReviewPolicyEntity, []);
    return () => {
      this.known.set(namespaceKey, policyOf(policies.rows[0] ?? null));
    };
  }

  async set(namespaceKey: string, { bypass, ...policy }: ReviewPolicy): Promise<void> {
    const row = { namespaceKey, ...policy, bypass: JSON.stringify(bypass) };
    this.known.delete(namespaceKey);
    await replaceRows(this.manager, ReviewPolicyEntity, [row]);
  }
}

function policyOf(row: ReviewPolicyRow | null): ReviewPolicy {
  if (row === null) return NO_REVIEW;
  const { requiredApprovals, mayApproveOwn, restrictDirectWrites, bypass, appliesLate } = row;
  return {
    ...{ requiredApprovals, mayApproveOwn, restrictDirectWrites, appliesLate: appliesLate === true },
    bypass: JSON.parse(bypass) as readonly string[],
  };
}
