import { answerText } from '@/lib/audience';
import { type FindingKind, type HealthFinding, type Severity } from '@/lib/health/health-finding';
import { formatCounted, formatPercent } from '@/lib/numbers';

const severities: Readonly<Record<Severity, string>> = {
  error: 'Errors',
  warning: 'Warnings',
  advice: 'Advice',
};

/** Why a finding matters. */
const reasons: Readonly<Record<FindingKind, string>> = {
  unreachable: 'An earlier one takes everyone it is for, so it never decides.',
  'missing-segment': 'None of its segments exists any more, so it matches nobody.',
  'nobody-served': 'It is enabled, but its rules serve nothing and there is no default variant.',
  'share-gap': 'Entities that no share reaches get the default variant, or none.',
  leftovers: 'Boolean flags answer True or False. Their variants are never served.',
  stale: 'A flag that answers everyone alike may have done its work.',
  override: 'An override hides the rollouts below it. It is meant for emergencies.',
  'not-a-number': 'A comparison of numbers with what is no number never matches.',
  never: 'No value can satisfy this constraint.',
  contradiction: 'No value satisfies both constraints, and the segment wants all of them.',
  unused: 'No rule and no rollout uses it.',
  expired: 'It is refused already and only takes room.',
  expiring: 'Programs that use it will be refused.',
  everlasting: 'A token that may do everything and never ends is a risk when it leaks.',
  bootstrap: 'It was made for the setup of the server. Delete it after setup.',
};

const suggestions: Readonly<Record<FindingKind, string>> = {
  unreachable: 'Delete it, or move it up.',
  'missing-segment': 'Delete it, or choose another segment.',
  'nobody-served': 'Choose a default variant, add a rule, or disable the flag.',
  'share-gap': 'Give the rest to a variant.',
  leftovers: 'Delete the variants.',
  stale: 'Check whether code still asks for it, or mark it as permanent in its metadata.',
  override: 'Remove the override, or change the flag for good.',
  'not-a-number': 'Correct the value.',
  never: 'Correct or delete the constraint.',
  contradiction: 'Correct one of them, or choose Any of.',
  unused: 'Delete it.',
  expired: 'Delete it.',
  expiring: 'Create its successor in time.',
  everlasting: 'Create one with an expiry date or for one namespace.',
  bootstrap: 'Delete it.',
};

/** What is said of many findings of one kind. */
const groups: Readonly<Record<FindingKind, string>> = {
  unreachable: 'Rules and rollouts that are never reached',
  'missing-segment': 'Rules and rollouts without a segment that exists',
  'nobody-served': 'Flags that serve nobody',
  'share-gap': 'Rules that leave a share unassigned',
  leftovers: 'Boolean flags with variants',
  stale: 'Flags that may be stale',
  override: 'Old overrides',
  'not-a-number': 'Constraints that compare a number with text',
  never: 'Constraints that can never match',
  contradiction: 'Constraints that contradict each other',
  unused: 'Unused segments',
  expired: 'Expired tokens',
  expiring: 'Tokens that expire within 14 days',
  everlasting: 'Tokens with full access that never expire',
  bootstrap: 'Bootstrap tokens',
};

/** Texts of the health page. */
export const healthCopy = {
  description: 'Configuration that does not do what its author meant, and flags that can go.',
  severities,
  grouped: (kind: FindingKind, count: number) => `${groups[kind]} (${count})`,
  counted: (count: number) => formatCounted(count, 'finding'),
  withErrors: (label: string, count: number) => `${label}, ${formatCounted(count, 'error')}`,
  nothing: 'Nothing to fix.',
  checked: 'Checked',
  noTokens: 'Tokens are not checked: your credential may not list them.',
  ignore: 'Ignore',
  ignoreOf: (sentence: string) => `Ignore: ${sentence}`,
  ignored: (count: number) => `Ignored in this browser (${count})`,
  restore: 'Show again',
  restoreOf: (sentence: string) => `Show again: ${sentence}`,
  everyoneGets: (value: boolean) => `Everyone gets ${value ? 'True' : 'False'}.`,
  openFlag: (key: string) => `Open flag ${key}`,
  openSegment: (key: string) => `Open segment ${key}`,
  openTokens: 'Open API tokens',
  gone: 'This was repaired in the meantime.',
  reasons,
  suggestions,
  fixes: {
    rounding: 'Fix rounding',
    rule: 'Delete rule',
    rollout: 'Delete rollout',
    segment: 'Delete segment',
    variants: 'Delete variants',
  },
  roundingReason: 'Shares are stored in tenths of a percent; finer ones lose the rest.',
  roundingSuggestion: 'Give the lost tenths back to the shares.',
  deleteVariants: (key: string) => `Delete the variants of ${key}`,
  sentence: sentenceOf,
} as const;

/** What is wrong, in one line. */
function sentenceOf(finding: HealthFinding, isBoolean: boolean): string {
  switch (finding.about) {
    case 'flag':
      return flagSentence(finding, isBoolean ? 'Rollout' : 'Rule');
    case 'segment':
      return segmentSentence(finding);
    case 'token':
      return tokenSentence(finding);
  }
}

function flagSentence(finding: HealthFinding & { readonly about: 'flag' }, step: string): string {
  const { flagKey } = finding;
  switch (finding.kind) {
    case 'unreachable':
      return `${step} ${finding.position} of ${flagKey} is never reached.`;
    case 'missing-segment':
      return `${step} ${finding.position} of ${flagKey} has no segment that exists.`;
    case 'nobody-served':
      return `Nobody gets a variant of ${flagKey}.`;
    case 'share-gap':
      return finding.isRounding
        ? `Rule ${finding.position} of ${flagKey} loses ${formatPercent(finding.gap)} by rounding.`
        : `Rule ${finding.position} of ${flagKey} leaves ${formatPercent(finding.gap)} unassigned.`;
    case 'leftovers':
      return `The boolean flag ${flagKey} has ${formatCounted(finding.variants, 'variant')}.`;
    case 'override':
      return `The override of ${flagKey} is ${formatCounted(finding.hours, 'hour')} old.`;
    case 'stale':
      return `${flagKey} gives everyone ${answerText(finding.value)} and was not changed for ${formatCounted(finding.unchangedDays, 'day')}.`;
  }
}

function segmentSentence(finding: HealthFinding & { readonly about: 'segment' }): string {
  const { segmentKey } = finding;
  switch (finding.kind) {
    case 'unused':
      return `Segment ${segmentKey} is not used.`;
    case 'not-a-number':
      return `Constraint ${finding.position} of segment ${segmentKey} compares a number with "${finding.value}".`;
    case 'never':
      return `Constraint ${finding.position} of segment ${segmentKey} can never match.`;
    case 'contradiction':
      return `Constraints ${finding.other} and ${finding.position} of segment ${segmentKey} contradict each other.`;
  }
}

function tokenSentence({ kind, tokenName }: HealthFinding & { readonly about: 'token' }): string {
  switch (kind) {
    case 'expired':
      return `Token ${tokenName} has expired.`;
    case 'expiring':
      return `Token ${tokenName} expires within 14 days.`;
    case 'everlasting':
      return `Token ${tokenName} has full access and never expires.`;
    case 'bootstrap':
      return `The bootstrap token ${tokenName} is still there.`;
  }
}
