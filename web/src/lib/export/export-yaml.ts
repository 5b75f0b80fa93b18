import { stringify } from 'yaml';
import { type NamespaceContents } from '../compare';
import { exactJson } from '../exact-json';
import { numberTag } from '../exact-json/yaml-numbers';
import { type Constraint, type FlagContents, type Segment, type SegmentChoice } from '../model';
import { draftOf } from '../plan/drafts';

/** The document that the command line imports. */
const DOCUMENT_VERSION = '1.4';

/** Flags and segments as the YAML document of the command line; what is empty is left out, as it does. */
export function exportYaml(namespaceKey: string, { flags, segments }: NamespaceContents): string {
  return stringify(
    {
      version: DOCUMENT_VERSION,
      namespace: namespaceKey,
      flags: flags.map(documentFlag),
      segments: segments.map(documentSegment),
    },
    { lineWidth: 0, customTags: [numberTag] },
  );
}

function documentFlag(contents: FlagContents): unknown {
  const { flag, rules, rollouts } = draftOf(contents);
  return filled({
    key: flag.key,
    name: flag.name,
    type: flag.type,
    description: flag.description,
    enabled: flag.enabled,
    metadata: flag.metadata,
    variants: flag.variants.map(({ key, name, description, attachment }) => ({
      ...filled({ default: key === flag.defaultVariantKey, key, name, description }),
      ...(attachment !== '' && { attachment: exactJson(attachment) }),
    })),
    rules: rules.map((rule) => ({
      segment: ruleSegment(rule),
      distributions: rule.shares.map(({ variantId, rollout }) => ({ variant: variantId, rollout })),
    })),
    rollouts: rollouts.map((rollout) =>
      filled({
        description: rollout.description,
        ...(rollout.type === 'THRESHOLD_ROLLOUT_TYPE'
          ? { threshold: { percentage: rollout.threshold.percentage, value: rollout.threshold.value } }
          : { segment: { ...severalSegments(rollout.segment), value: rollout.segment.value } }),
      }),
    ),
  });
}

function ruleSegment(choice: SegmentChoice): unknown {
  const [only = '', ...others] = choice.segmentKeys;
  return others.length === 0 ? only : severalSegments(choice);
}

function severalSegments({ segmentKeys, segmentOperator }: SegmentChoice): Readonly<Record<string, unknown>> {
  return { keys: segmentKeys, operator: segmentOperator };
}

function documentSegment({ key, name, description, matchType, constraints }: Segment): unknown {
  return filled({
    key,
    name,
    description,
    match_type: matchType,
    constraints: constraints.map(documentConstraint),
  });
}

function documentConstraint({ type, property, operator, value, description }: Constraint): unknown {
  return filled({ type, property, operator, value, description });
}

/** Without what is empty; `enabled` is always written. */
function filled(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => name === 'enabled' || !isEmpty(value)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
