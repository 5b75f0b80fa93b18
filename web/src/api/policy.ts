import { type JsonObject } from '@pennon/domain';
import type { pennonChanges } from '@pennon/proto';
import { queryOptions } from '@tanstack/react-query';
import { tagsOf } from '@/lib/tags';
import { ApiError, isUnreachable } from './api-error';
import { api } from './client';
import { apiPath } from './paths';

/** How the namespace has changes reviewed, as far as the caller is concerned. */
export interface Policy {
  readonly requiredApprovals: number;
  /** Also for turning flags off. */
  readonly reviewsOff: boolean;
  /** What it is about; everything if both are empty. */
  readonly scope: { readonly keys: readonly string[]; readonly tags: readonly string[] };
  readonly mayWrite: boolean;
  readonly mayBypass: boolean;
}

/** How long a policy is taken for what it was, in milliseconds; what was not asked about waits all the same. */
const POLICY_LIFE = 30_000;

/** The review policy of a namespace; null where the caller may not read it. */
export function policyQuery(namespaceKey: string) {
  return queryOptions({
    queryKey: ['ns', namespaceKey, 'policy'],
    staleTime: POLICY_LIFE,
    queryFn: async ({ signal }): Promise<Policy | null> => {
      try {
        const path = apiPath('namespaces', namespaceKey, 'policy');
        return policyOf(await api.get<pennonChanges.PolicyJson>(path, { signal, refusable: true }));
      } catch (error) {
        if (error instanceof ApiError && !isUnreachable(error)) return null;
        throw error;
      }
    },
  });
}

/** True where the caller's changes wait for others, of what the policy is about. */
export function asksForReview({ mayWrite, requiredApprovals }: Policy): boolean {
  return !mayWrite && requiredApprovals > 0;
}

/** True for a policy that is about some flags and segments only. */
export function isScoped({ scope: { keys, tags } }: Policy): boolean {
  return keys.length + tags.length > 0;
}

/** A flag or a segment, which has no metadata. */
export interface PolicySubject {
  readonly key: string;
  readonly metadata?: JsonObject | undefined;
}

/** True where a policy is about a flag or a segment itself: about a segment it may be by the flags that use it. */
export function isAbout(policy: Policy, { key, metadata }: PolicySubject): boolean {
  const { keys, tags } = policy.scope;
  return !isScoped(policy) || keys.includes(key) || tagsOf(metadata).some((tag) => tags.includes(tag));
}

function policyOf(wire: pennonChanges.PolicyJson): Policy {
  const { requiredApprovals = 0, reviewOff: reviewsOff = false, appliesTo = {}, mine = {} } = wire;
  const { keys = [], tags = [] } = appliesTo;
  const { mayWrite = false, mayBypass = false } = mine;
  return { requiredApprovals, reviewsOff, scope: { keys, tags }, mayWrite, mayBypass };
}
