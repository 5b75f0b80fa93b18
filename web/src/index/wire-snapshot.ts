import * as z from '@/lib/zod';

/** A constraint of a snapshot; its enums are spelled otherwise than those of the management API. */
const constraint = z.object({
  id: z._default(z.string(), ''),
  type: z.string(),
  property: z.string(),
  operator: z.string(),
  value: z.string(),
});

const segment = z.object({ key: z.string(), matchType: z.string(), constraints: z.array(constraint) });

const distribution = z.object({
  variantId: z.string(),
  variantKey: z.string(),
  variantAttachment: z._default(z.string(), ''),
  rollout: z.number(),
});

const rule = z.object({
  id: z.string(),
  segments: z._default(z.array(segment), []),
  segmentOperator: z.string(),
  distributions: z.array(distribution),
});

const rollout = z.object({
  threshold: z.nullish(z.object({ percentage: z.number(), value: z.boolean() })),
  segment: z.nullish(
    z.object({
      value: z.boolean(),
      segmentOperator: z._default(z.string(), 'OR_SEGMENT_OPERATOR'),
      segments: z.array(segment),
    }),
  ),
});

const flag = z.object({
  key: z.string(),
  name: z.string(),
  description: z._default(z.string(), ''),
  enabled: z.boolean(),
  type: z._default(z.string(), 'VARIANT_FLAG_TYPE'),
  createdAt: z._default(z.string(), ''),
  updatedAt: z._default(z.string(), ''),
  rules: z._default(z.array(rule), []),
  rollouts: z._default(z.array(rollout), []),
  defaultVariant: z.nullish(
    z.object({ id: z.string(), key: z.string(), attachment: z._default(z.string(), '') }),
  ),
});

/** The client-side snapshot of a namespace as servers send it. */
export const wireSnapshot = z.object({ namespace: z.object({ key: z.string() }), flags: z.array(flag) });

export type WireSnapshot = z.infer<typeof wireSnapshot>;
export type WireFlag = WireSnapshot['flags'][number];
export type WireRule = WireFlag['rules'][number];
export type WireRollout = WireFlag['rollouts'][number];
export type WireSegment = WireRule['segments'][number];
