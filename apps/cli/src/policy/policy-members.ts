import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { pennonChanges } from '@pennon/proto';
import type { CommandOption, CommandOptions, Given } from '../command-line/command';
import { readWhole } from '../command-line/read-values';
import { readScope, scopeText } from './policy-scope';
import { readReviewer, requiredReviewerText } from './required-reviewers';

type Policy = pennonChanges.Policy;

/** What an option that takes several values is given for none. */
const NONE = 'none';

/** Members of a policy as they are sent. */
export type WantedPolicy = Exclude<MessageInitShape<typeof pennonChanges.PolicySchema>, Policy>;

/** A member of a policy: its option, and how it is told. */
interface PolicyMember {
  /** Name of the option, and of the line that shows it. */
  readonly name: string;
  readonly option: CommandOption;
  /** What the option asks for; it was given. */
  read(given: Given): WantedPolicy;
  text(policy: Policy): string;
}

/** A member that is true or false. */
function yesOrNo(
  name: string,
  help: string,
  member: (value: boolean) => WantedPolicy,
  of: (policy: Policy) => boolean,
): PolicyMember {
  return {
    name,
    option: { type: 'string', values: ['true', 'false'], placeholder: 'BOOL', help },
    read: (given) => member(given.text(name) === 'true'),
    text: (policy) => `${of(policy)}`,
  };
}

/** The values of an option that takes several; `none` is for an empty list. */
function listOf(given: Given, name: string): string[] {
  return given.texts(name).filter((value) => value !== NONE);
}

function listText(values: readonly string[]): string {
  return values.length === 0 ? NONE : values.join(', ');
}

/** Every member of a policy, in the order in which it is shown. */
const policyMembers: readonly PolicyMember[] = [
  {
    name: 'approvals',
    option: {
      type: 'string',
      placeholder: 'N',
      help: 'how many others must approve a change: 0 to 5; 0 for no review',
    },
    read: (given) => ({ requiredApprovals: readWhole('--approvals', given.text('approvals') ?? '', 0) }),
    text: ({ requiredApprovals }) => `${requiredApprovals}`,
  },
  yesOrNo(
    'approve-own',
    "whether the author's own approval counts",
    (mayApproveOwn) => ({ mayApproveOwn }),
    ({ mayApproveOwn }) => mayApproveOwn,
  ),
  yesOrNo(
    'restrict-direct-writes',
    'whether calls of the Flipt API and imports are refused where approvals are required',
    (restrictDirectWrites) => ({ restrictDirectWrites }),
    ({ restrictDirectWrites }) => restrictDirectWrites ?? true,
  ),
  {
    name: 'bypass',
    option: {
      type: 'string',
      multiple: true,
      values: ['admin', 'editor', 'none'],
      placeholder: 'ROLE',
      help: 'a role that may change flags without approvals, with a reason; none for no role',
    },
    read: (given) => ({ bypass: listOf(given, 'bypass') }),
    text: ({ bypass }) => listText(bypass),
  },
  {
    name: 'required-reviewer',
    option: {
      type: 'string',
      multiple: true,
      placeholder: 'REVIEWER',
      help:
        'somebody who must be among the approvers: role:admin, group:NAME or person:ADDRESS; ' +
        'none for nobody in particular',
    },
    read: (given) => ({ requiredReviewers: listOf(given, 'required-reviewer').map(readReviewer) }),
    text: ({ requiredReviewers }) => listText(requiredReviewers.map(requiredReviewerText)),
  },
  {
    name: 'applies-to',
    option: {
      type: 'string',
      multiple: true,
      placeholder: 'SCOPE',
      help: 'what the policy holds for: tag:TAG for flags with that tag, key:KEY for a flag or segment; everything',
    },
    read: (given) => ({ appliesTo: readScope(given.texts('applies-to')) }),
    text: ({ appliesTo }) => scopeText(appliesTo),
  },
  yesOrNo(
    'apply-late',
    'whether a change that gets its last approval after its time is applied then',
    (applyLate) => ({ applyLate }),
    ({ applyLate }) => applyLate,
  ),
  yesOrNo(
    'review-off',
    'whether turning a flag off needs approvals, too',
    (reviewOff) => ({ reviewOff }),
    ({ reviewOff }) => reviewOff,
  ),
  yesOrNo(
    'reapprove-after-merge',
    'whether approvals are void once the change is merged over what others did since',
    (reapproveAfterMerge) => ({ reapproveAfterMerge }),
    ({ reapproveAfterMerge }) => reapproveAfterMerge,
  ),
];

/** The options of `policy set`. */
export const policyOptions: CommandOptions = Object.fromEntries(
  policyMembers.map(({ name, option }) => [name, option]),
);

/** What a command line asks a policy to be. @throws Error if that is nothing, or an option cannot be read. */
export function wantedPolicy(given: Given): WantedPolicy {
  const asked = policyMembers.filter(
    ({ name }) => given.text(name) !== undefined || given.texts(name).length > 0,
  );
  if (asked.length === 0)
    throw new Error('say what to set, such as --approvals 1; see pennon help policy set');
  return Object.assign({}, ...asked.map((member) => member.read(given))) as WantedPolicy;
}

/** A policy with other values of the members that are wanted. */
export function policyWith(held: Policy, wanted: WantedPolicy): Policy {
  const made = create(pennonChanges.PolicySchema, wanted);
  const names = Object.keys(wanted) as (keyof WantedPolicy)[];
  return Object.assign(held, Object.fromEntries(names.map((name) => [name, made[name]])));
}

/** What a policy that was set has done to changes that waited; nothing if it has approved none. */
export function releasedLines({ released }: Pick<Policy, 'released'>): readonly string[] {
  if (released === 0) return [];
  const changes = released === 1 ? '1 change that waited needs' : `${released} changes that waited need`;
  return [`${changes} no more approvals, and will be applied now or as scheduled`];
}

/** A policy, a line for each member. */
export function policyLines(policy: Policy): readonly string[] {
  return policyMembers.map((member) => `${member.name}: ${member.text(policy)}`);
}
