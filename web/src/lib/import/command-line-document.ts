import { type NamespaceContents } from '../compare';
import { exactJsonText } from '../exact-json';
import { type FlagContents, type Rollout, type SegmentChoice, type Variant } from '../model';
import * as z from '../zod';
import {
  constraintSchema,
  constraintsOf,
  jsonSchema,
  keySchema,
  matchTypeSchema,
  metadataSchema,
  operatorSchema,
  percentSchema,
  textSchema,
  typeSchema,
  undated,
} from './shared-schema';

const falseByDefault = z._default(z.boolean(), false);

const severalSchema = z.object({
  key: z.optional(keySchema),
  keys: z.optional(z.array(keySchema)),
  operator: operatorSchema,
});

const flagSchema = z.object({
  key: keySchema,
  name: textSchema,
  description: textSchema,
  type: typeSchema,
  enabled: falseByDefault,
  metadata: metadataSchema,
  variants: z._default(
    z.array(
      z.object({
        default: falseByDefault,
        key: z.string(),
        name: textSchema,
        description: textSchema,
        attachment: z.optional(jsonSchema),
      }),
    ),
    [],
  ),
  rules: z._default(
    z.array(
      z.object({
        segment: z.union([keySchema, severalSchema]),
        distributions: z._default(z.array(z.object({ variant: z.string(), rollout: percentSchema })), []),
      }),
    ),
    [],
  ),
  rollouts: z._default(
    z.array(
      z.object({
        description: textSchema,
        segment: z.optional(z.extend(severalSchema, { value: falseByDefault })),
        threshold: z.optional(z.object({ percentage: percentSchema, value: falseByDefault })),
      }),
    ),
    [],
  ),
});

/** One document of the command line, whatever namespace it was exported from. */
export const documentSchema = z.object({
  flags: z._default(z.array(flagSchema), []),
  segments: z._default(
    z.array(
      z.object({
        key: keySchema,
        name: textSchema,
        description: textSchema,
        match_type: matchTypeSchema,
        constraints: z._default(z.array(constraintSchema), []),
      }),
    ),
    [],
  ),
});

export function contentsOfDocument(
  { flags, segments }: z.infer<typeof documentSchema>,
  namespaceKey: string,
): NamespaceContents {
  return {
    flags: flags.map((flag) => flagOf(flag, namespaceKey)),
    segments: segments.map(({ key, name, description, match_type: matchType, constraints }) => ({
      ...undated,
      key,
      name: name === '' ? key : name,
      description,
      matchType,
      namespaceKey,
      constraints: constraintsOf(constraints),
    })),
  };
}

function flagOf(wire: z.infer<typeof flagSchema>, namespaceKey: string): FlagContents {
  const { key, name, description, type, enabled, metadata } = wire;
  const variants = wire.variants.map((variant): Variant => ({
    ...undated,
    id: variant.key,
    key: variant.key,
    name: variant.name,
    description: variant.description,
    attachment: variant.attachment === undefined ? '' : exactJsonText(variant.attachment),
  }));
  // The last one counts.
  const defaultKey = wire.variants.findLast((variant) => variant.default)?.key;
  return {
    flag: {
      ...undated,
      namespaceKey,
      key,
      name: name === '' ? key : name,
      description,
      type,
      enabled,
      metadata,
      variants,
      defaultVariant: variants.find((variant) => variant.key === defaultKey),
    },
    rules: wire.rules.map(({ segment, distributions }, index) => ({
      ...undated,
      id: String(index + 1),
      rank: index + 1,
      ...choiceOf(segment),
      distributions: distributions.map(({ variant, rollout }, place) => ({
        ...undated,
        id: String(place + 1),
        variantId: variant,
        rollout,
      })),
    })),
    rollouts: wire.rollouts.flatMap(
      ({ description: text, segment, threshold }, index): readonly Rollout[] => {
        const common = { ...undated, id: String(index + 1), rank: index + 1, description: text };
        if (threshold !== undefined) return [{ ...common, type: 'THRESHOLD_ROLLOUT_TYPE', threshold }];
        if (segment === undefined) return [];
        const { value } = segment;
        return [{ ...common, type: 'SEGMENT_ROLLOUT_TYPE', segment: { ...choiceOf(segment), value } }];
      },
    ),
  };
}

function choiceOf(segment: string | z.infer<typeof severalSchema>): SegmentChoice {
  if (typeof segment === 'string') return { segmentKeys: [segment], segmentOperator: 'OR_SEGMENT_OPERATOR' };
  const { key, keys = [], operator } = segment;
  return { segmentKeys: key === undefined ? keys : [key], segmentOperator: operator };
}
