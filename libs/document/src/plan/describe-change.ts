import { type DistributionChange, type ImportChange } from './import-change';

/** One line of a difference that people read. */
export interface PlanLine {
  readonly sign: '+' | '~' | '-';
  /** 0 for a change, 1 for a field that it changes. */
  readonly depth: 0 | 1;
  readonly text: string;
}

/** How many nouns a plan creates, updates and deletes; what belongs to a noun that is created is not counted. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
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
      const { property, operator, value } = change.action === 'update' ? change.to : change.constraint;
      return `segment ${change.segmentKey}, constraint ${[property, operator, value].join(' ').trimEnd()}`;
    }
    case 'rule':
      return `flag ${change.flagKey}, rule ${change.action === 'update' ? change.to.rank : change.rank}`;
    case 'rollout':
      return `flag ${change.flagKey}, rollout ${change.action === 'update' ? change.to.rank : change.rank}`;
    case 'distribution':
      return `flag ${change.flagKey}, rule ${change.ruleRank}, distribution ${shareOf(change)}`;
  }
}

function shareOf(change: DistributionChange): string {
  switch (change.action) {
    case 'create':
      return `${change.distribution.variantKey} ${change.distribution.rolloutPercent} %`;
    case 'update':
      return change.to.variantKey;
    case 'delete':
      return change.variantKey;
  }
}
