import { type ImportChange, type ImportPlan } from '@pennon/document';
import { type ChangedPart } from '@pennon/storage';

/** The one flag or segment that a plan is about; undefined when it is about several. */
export function onlyPartOf({ changes }: ImportPlan): ChangedPart | undefined {
  const [first, ...others] = changes.map(partOf);
  if (first === undefined) return undefined;
  return others.every((part) => part.kind === first.kind && keyOf(part) === keyOf(first)) ? first : undefined;
}

function partOf(change: ImportChange): ChangedPart {
  switch (change.kind) {
    case 'namespace':
      return { kind: 'namespace' };
    case 'segment':
      return { kind: 'segment', key: change.key };
    case 'constraint':
      return { kind: 'segment', key: change.segmentKey };
    case 'flag':
      return { kind: 'flag', key: change.key };
    case 'variant':
    case 'rule':
    case 'distribution':
    case 'rollout':
      return { kind: 'flag', key: change.flagKey };
  }
}

function keyOf(part: ChangedPart): string {
  return part.kind === 'namespace' ? '' : part.key;
}
