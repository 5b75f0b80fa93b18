import { type NamespaceContents } from '../compare';
import { type Flag, type Rule } from '../model';
import { draftOf, type RolloutDraft, type RuleDraft, type SegmentDraft } from '../plan/drafts';

/** The form of the file; a reader refuses files of another. */
export const EXPORT_VERSION = 1;

/**
 * Flags and segments as the dashboard's own JSON: no ids and no dates, shares name variants by key.
 */
export function exportJson(namespaceKey: string, { flags, segments }: NamespaceContents): string {
  const document = {
    version: EXPORT_VERSION,
    namespace: namespaceKey,
    flags: flags.map((contents) => {
      const { flag, rules, rollouts } = draftOf(contents);
      const { key, name, description, type, enabled, metadata, variants, defaultVariantKey } = flag;
      return {
        key,
        name,
        description,
        type,
        enabled,
        metadata,
        variants: variants.map((variant) => ({
          key: variant.key,
          name: variant.name,
          description: variant.description,
          attachment: variant.attachment,
        })),
        ...(defaultVariantKey !== undefined && { defaultVariant: defaultVariantKey }),
        rules: rules.map(exportedRule),
        rollouts: rollouts.map(exportedRollout),
      };
    }),
    segments: segments.map(exportedSegment),
  };
  return textOf(document);
}

/** One rule as it stands in an export of its flag. */
export function ruleJson(flag: Flag, rule: Rule): string {
  return textOf(draftOf({ flag, rules: [rule], rollouts: [] }).rules.map(exportedRule)[0]);
}

/** One rollout as it stands in an export of its flag. */
export function rolloutJson(rollout: RolloutDraft): string {
  return textOf(exportedRollout(rollout));
}

function textOf(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** @param rule With keys of variants in place of their ids. */
function exportedRule({ segmentKeys, segmentOperator, shares }: RuleDraft) {
  return {
    segmentKeys,
    segmentOperator,
    shares: shares.map(({ variantId, rollout }) => ({ variant: variantId, share: rollout })),
  };
}

function exportedRollout(rollout: RolloutDraft) {
  const { description } = rollout;
  return rollout.type === 'THRESHOLD_ROLLOUT_TYPE'
    ? { description, threshold: rollout.threshold }
    : { description, segment: rollout.segment };
}

function exportedSegment({ key, name, description, matchType, constraints }: SegmentDraft) {
  return {
    key,
    name,
    description,
    matchType,
    constraints: constraints.map(({ type, property, operator, value, description: text }) => ({
      type,
      property,
      operator,
      value,
      description: text,
    })),
  };
}
