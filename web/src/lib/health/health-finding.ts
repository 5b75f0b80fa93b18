import { type Answer } from '@pennon/state';
import { type FlagFinding } from './flag-findings';
import { type SegmentFinding } from './segment-findings';
import { type TokenProblem } from './token-hygiene';

/** A constraint that matches nobody. */
export type DeadConstraint = Extract<
  SegmentFinding,
  { readonly kind: 'not-a-number' | 'never' | 'contradiction' }
>;

export function isDead(finding: SegmentFinding): finding is DeadConstraint {
  return finding.kind !== 'everyone' && finding.kind !== 'duplicate';
}

/** One finding of a namespace. */
export type HealthFinding =
  | (FlagFinding & { readonly about: 'flag'; readonly flagKey: string })
  | {
      readonly about: 'flag';
      readonly kind: 'leftovers';
      readonly flagKey: string;
      readonly variants: number;
    }
  | {
      readonly about: 'flag';
      readonly kind: 'stale';
      readonly flagKey: string;
      readonly unchangedDays: number;
      readonly value: Answer;
    }
  | { readonly about: 'flag'; readonly kind: 'override'; readonly flagKey: string; readonly hours: number }
  | (DeadConstraint & { readonly about: 'segment'; readonly segmentKey: string })
  | { readonly about: 'segment'; readonly kind: 'unused'; readonly segmentKey: string }
  | {
      readonly about: 'token';
      readonly kind: TokenProblem;
      readonly tokenId: string;
      readonly tokenName: string;
    };

export type FindingKind = HealthFinding['kind'];

export type Severity = 'error' | 'warning' | 'advice';

const errors: readonly FindingKind[] = [
  'nobody-served',
  'unreachable',
  'missing-segment',
  'not-a-number',
  'never',
  'contradiction',
];

const advice: readonly FindingKind[] = ['unused', 'stale', 'everlasting'];

/** How bad it is: an error keeps people from getting what was meant for them. */
export function severityOf(finding: HealthFinding): Severity {
  if (finding.kind === 'share-gap') return finding.isRounding ? 'warning' : 'error';
  if (errors.includes(finding.kind)) return 'error';
  return advice.includes(finding.kind) ? 'advice' : 'warning';
}

/** Names a finding as long as it is the same one, so that it can be ignored. */
export function findingId(namespaceKey: string, finding: HealthFinding): string {
  const place =
    finding.about === 'flag'
      ? finding.flagKey
      : finding.about === 'segment'
        ? finding.segmentKey
        : finding.tokenId;
  const position = 'position' in finding ? finding.position : 0;
  return JSON.stringify([namespaceKey, finding.about, place, finding.kind, position]);
}
