import { type EntityManager, In } from 'typeorm';
import { NO_REVIEW, type PolicyScope, type RequiredReviewer, type ReviewPolicy } from '@pennon/domain';
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

  /** The policies of several namespaces, by their keys. One statement. */
  async ofEach(namespaceKeys: ReadonlySet<string>): Promise<ReadonlyMap<string, ReviewPolicy>> {
    const rows = await this.manager.findBy(ReviewPolicyEntity, { namespaceKey: In([...namespaceKeys]) });
    const given = new Map(rows.map((row) => [row.namespaceKey, policyOf(row)]));
    return new Map([...namespaceKeys].map((key) => [key, given.get(key) ?? NO_REVIEW]));
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

  async set(
    namespaceKey: string,
    { bypass, requiredReviewers, appliesTo, ...policy }: ReviewPolicy,
  ): Promise<void> {
    const row = {
      ...{ namespaceKey, ...policy },
      bypass: JSON.stringify(bypass),
      requiredReviewers: JSON.stringify(requiredReviewers),
      appliesTo: JSON.stringify(appliesTo),
    };
    this.known.delete(namespaceKey);
    await replaceRows(this.manager, ReviewPolicyEntity, [row]);
  }

  /**
   * Takes the policy of a namespace away. It still is {@link of} the namespace until the transaction ends, so that
   * nobody gets rid of it in what it is to hold for.
   *
   * @returns What it was; undefined if there was none.
   */
  async delete(namespaceKey: string): Promise<ReviewPolicy | undefined> {
    const policy = await this.of(namespaceKey);
    const { affected } = await this.manager.delete(ReviewPolicyEntity, { namespaceKey });
    this.known.set(namespaceKey, policy);
    return affected === 0 ? undefined : policy;
  }
}

/** The policy that a row holds; no review without one. */
export function policyOf(row: ReviewPolicyRow | null): ReviewPolicy {
  if (row === null) return NO_REVIEW;
  const { requiredApprovals, mayApproveOwn, restrictDirectWrites, bypass, appliesLate, reviewsOff } = row;
  const { requiredReviewers, appliesTo, reapprovesMerged } = row;
  return {
    ...{ requiredApprovals, mayApproveOwn, restrictDirectWrites },
    ...{ appliesLate: appliesLate === true, reviewsOff: reviewsOff === true },
    reapprovesMerged: reapprovesMerged === true,
    bypass: JSON.parse(bypass) as readonly string[],
    requiredReviewers: JSON.parse(requiredReviewers ?? '[]') as readonly RequiredReviewer[],
    appliesTo: typeof appliesTo === 'string' ? (JSON.parse(appliesTo) as PolicyScope) : NO_REVIEW.appliesTo,
  };
}
