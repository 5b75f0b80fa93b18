import { isDeepStrictEqual } from 'node:util';
import { NotFoundError, quote, type ReviewPolicy } from '@pennon/domain';
import type { UnitOfWork } from '@pennon/storage';
import { assertNoBypass } from '../../commit/direct-writes';
import { assertReleased } from '../../commit/feature-gate';
import { isForAll } from '../../commit/policy-scope';
import { assertFeaturesKnown } from '../../history/newer-version';
import type { ChangeApplication } from '../../wanted/change-application';
import { assertPolicy, canonicalPolicy } from './assert-policy';
import type { Asker } from '../new-changes/new-change';
import { policyFact } from '../life/request-facts';
import { holdWaiting } from './waiting-under-policy';

/** A policy that was set. */
export interface SetPolicy {
  readonly policy: ReviewPolicy;
  /** How many changes that waited lack no approval any more. */
  readonly released: number;
}

/** How changes of namespaces are reviewed. */
export class Policies {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /** How changes of a namespace are reviewed. @throws NotFoundError if there is no such namespace. */
  async get(namespaceKey: string): Promise<ReviewPolicy> {
    return this.unitOfWork.read(async (stores) => {
      if (!(await stores.namespaces.exists(namespaceKey))) throw notFound(namespaceKey);
      return stores.reviewPolicies.of(namespaceKey);
    });
  }

  /**
   * Says how changes of a namespace are reviewed. Changes that wait are held to it at once: those that lack no approval
   * any more are released, those that lack some wait for review. The policy that there is changes nothing.
   *
   * @throws NotFoundError if there is no such namespace.
   * @throws NewerVersionError if the namespace uses a feature that this version lacks.
   * @throws FailedPreconditionError if not every instance knows a member yet.
   * @throws InvalidFieldError if a member means nothing.
   */
  async set({ caller }: Asker, namespaceKey: string, given: ReviewPolicy): Promise<SetPolicy> {
    this.application.assertWritable();
    assertNoBypass(caller, 'a policy');
    assertPolicy(given);
    const policy = canonicalPolicy(given);
    return this.unitOfWork.write(async (stores) => {
      const namespace = await stores.namespaces.storedRevisionOf(namespaceKey);
      if (namespace === undefined) throw notFound(namespaceKey);
      assertFeaturesKnown(namespaceKey, namespace.features);
      const before = await stores.reviewPolicies.of(namespaceKey);
      if (isDeepStrictEqual(canonicalPolicy(before), policy)) return { policy, released: 0 };
      assertReleased(featuresOf(policy), await stores.features.released());
      await stores.reviewPolicies.set(namespaceKey, policy);
      const { released, facts } = await holdWaiting(stores, namespaceKey, policy);
      await stores.audit.append({
        ...{ origin: caller.origin, at: await stores.time.now() },
        facts: [policyFact(namespaceKey, before, policy), ...facts],
      });
      return { policy, released };
    });
  }
}

/** What a policy wants that an earlier version would ignore, or write without. */
function featuresOf(policy: ReviewPolicy): readonly string[] {
  const { reviewsOff, requiredReviewers, appliesTo, reapprovesMerged } = policy;
  const wantsMore = requiredReviewers.length > 0 || !isForAll(appliesTo) || reapprovesMerged;
  return [...(reviewsOff ? ['reviews'] : []), ...(wantsMore ? ['policies'] : [])];
}

function notFound(namespaceKey: string): NotFoundError {
  return new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
}
