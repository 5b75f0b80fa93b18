import { type DocumentFlag, type NamespaceDocument } from '../document';
import { documentVersions, isBefore, type DocumentVersion } from '../version';

/** The oldest version that can say all that the document says. */
export function versionNeededBy({ namespace, flags }: NamespaceDocument): DocumentVersion {
  if (namespace.name !== undefined || namespace.description !== undefined) return '1.4';
  return flags.map(versionNeededByFlag).reduce(later, documentVersions[0]);
}

function versionNeededByFlag({
  metadata,
  defaultVariantKey,
  rules,
  rollouts,
  type,
}: DocumentFlag): DocumentVersion {
  if (metadata !== undefined || defaultVariantKey !== undefined) return '1.3';
  const steps = rollouts.map(({ step }) => step);
  const selections = [...rules, ...steps.filter((step) => step.type === 'segment')];
  if (selections.some(({ segmentKeys }) => segmentKeys.length > 1)) return '1.2';
  return rollouts.length > 0 || type !== 'variant' ? '1.1' : '1.0';
}

function later(left: DocumentVersion, right: DocumentVersion): DocumentVersion {
  return isBefore(left, right) ? right : left;
}
