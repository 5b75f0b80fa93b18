import { flagParts, type FlagState } from '@pennon/state';
import type { NamespaceDocument } from '../document';
import { flagValueFields } from '../fields/flag-fields';
import { membersWithFields } from '../fields/value-field';
import { type DocumentVersion, documentVersions, isBefore } from '../version';

/** The oldest version that can say all that the document says. */
export function versionNeededBy({ namespace, flags }: NamespaceDocument): DocumentVersion {
  if (namespace.name !== undefined || namespace.description !== undefined) return '1.4';
  return latest(flags.map(versionNeededByFlag));
}

function versionNeededByFlag(flag: FlagState): DocumentVersion {
  const { defaultVariantKey, rules, rollouts } = flag;
  const steps = rollouts.map(({ step }) => step);
  const selections = [...rules, ...steps.filter((step) => step.type === 'segment')];
  return latest([
    ...versionsOfValues(flag),
    ...(defaultVariantKey === undefined ? [] : ['1.3' as const]),
    ...(selections.some(({ segmentKeys }) => segmentKeys.length > 1) ? ['1.2' as const] : []),
    ...(rollouts.length > 0 ? ['1.1' as const] : []),
  ]);
}

/** The versions that values came with which say something. */
function versionsOfValues(flag: FlagState): readonly DocumentVersion[] {
  return membersWithFields(flagValueFields).flatMap((member) => {
    const { since } = flagValueFields[member];
    return since === undefined || flag[member] === flagParts[member].none ? [] : [since];
  });
}

function latest(versions: readonly DocumentVersion[]): DocumentVersion {
  return versions.reduce((left, right) => (isBefore(left, right) ? right : left), documentVersions[0]);
}
