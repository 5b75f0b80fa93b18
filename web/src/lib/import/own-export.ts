import { type NamespaceContents } from '../compare';
import { EXPORT_VERSION } from '../export/export-json';
import { type FlagContents, type Variant } from '../model';
import * as z from '../zod';
import {
  constraintSchema,
  constraintsOf,
  keySchema,
  matchTypeSchema,
  metadataSchema,
  numberSchema,
  operatorSchema,
  percentSchema,
  textSchema,
  typeSchema,
  undated,
} from './shared-schema';

const choice = { segmentKeys: z.array(keySchema).check(z.minLength(1)), segmentOperator: operatorSchema };

const rolloutSchema = z.union([
  z.object({
    description: textSchema,
    threshold: z.object({ percentage: percentSchema, value: z.boolean() }),
  }),
  z.object({ description: textSchema, segment: z.object({ ...choice, value: z.boolean() }) }),
]);

const flagSchema = z.object({
  key: keySchema,
  name: z.string(),
  description: textSchema,
  type: typeSchema,
  enabled: z.boolean(),
  metadata: metadataSchema,
  variants: z.array(
    z.object({ key: z.string(), name: textSchema, description: textSchema, attachment: textSchema }),
  ),
  defaultVariant: z.optional(z.string()),
  rules: z.array(
    z.object({ ...choice, shares: z.array(z.object({ variant: z.string(), share: percentSchema })) }),
  ),
  rollouts: z.array(rolloutSchema),
});

/** What tells such a file from documents of the command line. */
export const headSchema = z.object({ version: z.pipe(numberSchema, z.literal(EXPORT_VERSION)) });

/** The file that `exportJson` writes. */
export const exportSchema = z.object({
  flags: z.array(flagSchema),
  segments: z.array(
    z.object({
      key: keySchema,
      name: z.string(),
      description: textSchema,
      matchType: matchTypeSchema,
      constraints: z.array(constraintSchema),
    }),
  ),
});

export function contentsOfExport(
  { flags, segments }: z.infer<typeof exportSchema>,
  namespaceKey: string,
): NamespaceContents {
  return {
    flags: flags.map((flag) => flagOf(flag, namespaceKey)),
    segments: segments.map((segment) => ({
      ...undated,
      ...segment,
      namespaceKey,
      constraints: constraintsOf(segment.constraints),
    })),
  };
}

function flagOf(wire: z.infer<typeof flagSchema>, namespaceKey: string): FlagContents {
  const { defaultVariant, rules, rollouts, ...flag } = wire;
  const variants = flag.variants.map((variant): Variant => ({ ...undated, id: variant.key, ...variant }));
  return {
    flag: {
      ...undated,
      ...flag,
      namespaceKey,
      variants,
      defaultVariant: variants.find(({ key }) => key === defaultVariant),
    },
    rules: rules.map(({ segmentKeys, segmentOperator, shares }, index) => ({
      ...undated,
      id: String(index + 1),
      rank: index + 1,
      segmentKeys,
      segmentOperator,
      distributions: shares.map(({ variant, share }, place) => ({
        ...undated,
        id: String(place + 1),
        variantId: variant,
        rollout: share,
      })),
    })),
    rollouts: rollouts.map((rollout, index) => {
      const common = { ...undated, id: String(index + 1), rank: index + 1, description: rollout.description };
      return 'threshold' in rollout
        ? { ...common, type: 'THRESHOLD_ROLLOUT_TYPE', threshold: rollout.threshold }
        : { ...common, type: 'SEGMENT_ROLLOUT_TYPE', segment: rollout.segment };
    }),
  };
}
