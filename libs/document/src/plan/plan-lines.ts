import type { DistributionChange, ImportChange } from './import-change';

/** One line of a difference that people read. */
export interface PlanLine {
  readonly sign: '+' | '~' | '-';
  /** 0 for a change, 1 for a field that it changes. */
  readonly depth: 0 | 1;
  readonly text: string;
}

const signs = { create: '+', update: '~', delete: '-' } as const;

/** The lines of a change: nothing is shortened or coloured. */
export function* describeChange(change: ImportChange): Generator<PlanLine> {
  yield { sign: signs[change.action], depth: 0, text: subjectOf(change) };
  if (change.action !== 'update') return;
  for (const { field, from, to } of change.fields) {
    yield { sign: '~', depth: 1, text: `${field}: ${from} → ${to}` };
  }
}

/** How many lines {@link describeChange} has for a change. */
export function lineCount(change: ImportChange): number {
  return change.action === 'update' ? 1 + change.fields.length : 1;
}

/**
 * The same where each line stands alone, with its sign: `+ flag checkout`, or for each field of an update
 * `~ flag checkout, enabled: true → false`.
 */
export function* sentencesOf(change: ImportChange): Generator<string> {
  const subject = `${signs[change.action]} ${subjectOf(change)}`;
  if (change.action !== 'update') yield subject;
  else for (const { field, from, to } of change.fields) yield `${subject}, ${field}: ${from} → ${to}`;
}

/** How many lines {@link sentencesOf} has for a change. */
export function sentenceCount(change: ImportChange): number {
  return change.action === 'update' ? change.fields.length : 1;
}

/** A line that is no longer than people read. @param maxLength In UTF-16 units; what is beyond becomes an ellipsis. */
export function cutLine(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}

/** What a change is about, from the outside in. */
function subjectOf(change: ImportChange): string {
  switch (change.kind) {
    case 'namespace':
      return `namespace ${change.key}`;
    case 'segment':
      return `segment ${change.key}`;
    case 'flag':
      return `flag ${change.key}`;
    case 'variant':
      return `flag ${change.flagKey}, variant ${change.key}`;
    case 'constraint': {
      const { property, operator, value } = change.constraint;
      return `segment ${change.segmentKey}, constraint ${[property, operator, value].join(' ').trimEnd()}`;
    }
    case 'rule':
      return `flag ${change.flagKey}, rule ${change.rank}`;
    case 'rollout':
      return `flag ${change.flagKey}, rollout ${change.rank}`;
    case 'distribution':
      return `flag ${change.flagKey}, rule ${change.ruleRank}, distribution ${shareOf(change)}`;
  }
}

function shareOf({ action, distribution: { variantKey, rolloutPercent } }: DistributionChange): string {
  return action === 'create' ? `${variantKey} ${rolloutPercent} %` : variantKey;
}
