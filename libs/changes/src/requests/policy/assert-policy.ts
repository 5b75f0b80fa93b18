import {
  assertNotEmpty,
  assertRemark,
  EMAIL_PATTERN,
  invalidField,
  MAX_APPROVALS,
  MAX_KEY_LENGTH,
  MAX_POLICY_SCOPE,
  MAX_REQUIRED_REVIEWERS,
  quote,
  reviewerRoles,
  reviewerText,
  type RequiredReviewer,
  type ReviewPolicy,
} from '@pennon/domain';

/** What policies may let pass. */
const bypassRoles: readonly string[] = ['admin', 'editor'];

const EMAIL = new RegExp(EMAIL_PATTERN);

/** @throws InvalidFieldError naming the member of a policy that means nothing. */
export function assertPolicy(policy: ReviewPolicy): void {
  const { requiredApprovals, bypass, requiredReviewers, appliesTo } = policy;
  if (!Number.isInteger(requiredApprovals) || requiredApprovals < 0 || requiredApprovals > MAX_APPROVALS)
    throw invalidField('policy.requiredApprovals', `must be between 0 and ${MAX_APPROVALS}`);
  const unknown = bypass.find((role) => !bypassRoles.includes(role));
  if (unknown !== undefined)
    throw invalidField('policy.bypass', `must be of ${bypassRoles.join(' and ')}, and has ${quote(unknown)}`);
  assertReviewers('policy.requiredReviewers', requiredReviewers);
  if (requiredReviewers.length > 0 && requiredApprovals === 0)
    throw invalidField('policy.requiredReviewers', 'needs requiredApprovals of at least 1');
  assertNames('policy.appliesTo.tags', appliesTo.tags);
  assertNames('policy.appliesTo.keys', appliesTo.keys);
}

function assertNames(field: string, names: readonly string[]): void {
  if (names.length > MAX_POLICY_SCOPE)
    throw invalidField(field, `must have at most ${MAX_POLICY_SCOPE} items`);
  for (const [index, name] of names.entries()) {
    assertNotEmpty(`${field}[${index}]`, name);
    assertRemark(`${field}[${index}]`, name, MAX_KEY_LENGTH);
  }
}

function assertReviewers(field: string, reviewers: readonly RequiredReviewer[]): void {
  if (reviewers.length > MAX_REQUIRED_REVIEWERS)
    throw invalidField(field, `must have at most ${MAX_REQUIRED_REVIEWERS} reviewers`);
  for (const [index, { kind, name }] of reviewers.entries()) {
    const member = `${field}[${index}].${kind}`;
    assertNotEmpty(member, name);
    assertRemark(member, name, MAX_KEY_LENGTH);
    if (kind === 'role' && !reviewerRoles.some((role) => role === name))
      throw invalidField(member, `must be one of ${reviewerRoles.join(', ')}`);
    if (kind === 'person' && !EMAIL.test(name)) throw invalidField(member, 'must be an email address');
  }
}

/**
 * A policy that says everything once, and in one order: the order in which lists are given means nothing, nor do
 * repetitions, and the case of addresses.
 */
export function canonicalPolicy(policy: ReviewPolicy): ReviewPolicy {
  const reviewers = policy.requiredReviewers.map(({ kind, name }) => {
    return { kind, name: kind === 'person' ? name.toLowerCase() : name };
  });
  const byText = new Map(reviewers.map((one) => [reviewerText(one), one]));
  return {
    ...policy,
    bypass: sorted(policy.bypass),
    requiredReviewers: [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one),
    appliesTo: { tags: sorted(policy.appliesTo.tags), keys: sorted(policy.appliesTo.keys) },
  };
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
