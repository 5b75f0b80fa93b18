import { type FlagType, type Metadata, type SegmentChoice } from '@/lib/model';
import { type Version } from '@/lib/plan';
import { namedOf } from './normalise';
import {
  boolOf,
  isWireObject,
  listOf,
  numberOf,
  objectOf,
  oneOf,
  textOf,
  textsOf,
  type WireObject,
} from './wire';

const flagTypes: Readonly<Record<string, FlagType>> = {
  variant: 'VARIANT_FLAG_TYPE',
  boolean: 'BOOLEAN_FLAG_TYPE',
};

/**
 * What `before` or `after` of an event holds of a flag or of a part of it; undefined of everything else. Names are
 * those of the log.
 */
export function versionOf(type: string, json: string): Version | undefined {
  const image = objectOf(json === '' ? undefined : JSON.parse(json));
  switch (type) {
    case 'flag':
      return flagVersion(image);
    case 'variant':
      return {
        kind: 'variant',
        id: textOf(image, 'id'),
        values: { ...namedOf(image), attachment: textOf(image, 'attachment') },
      };
    case 'rule':
      return 'rule_ids' in image
        ? { kind: 'rule order', ids: textsOf(image, 'rule_ids') }
        : ruleVersion(image);
    case 'distribution':
      return { kind: 'share', ruleId: textOf(image, 'rule_id'), share: shareOf(image) };
    case 'rollout':
      return 'rollout_ids' in image
        ? { kind: 'rollout order', ids: textsOf(image, 'rollout_ids') }
        : rolloutVersion(image);
    default:
      return undefined;
  }
}

function flagVersion(image: WireObject): Version {
  const { name, description } = namedOf(image);
  const defaultVariantKey = textOf(image, 'default_variant');
  return {
    kind: 'flag',
    type: oneOf(image, 'type', ['VARIANT_FLAG_TYPE', 'BOOLEAN_FLAG_TYPE'], flagTypes),
    values: {
      name,
      description,
      enabled: boolOf(image, 'enabled'),
      metadata: objectOf(image.metadata) as Metadata,
    },
    defaultVariantKey: defaultVariantKey === '' ? undefined : defaultVariantKey,
  };
}

function ruleVersion(image: WireObject): Version {
  return {
    kind: 'rule',
    id: textOf(image, 'id'),
    rank: numberOf(image, 'rank'),
    choice: choiceOf(textOf(image, 'segment_key'), textOf(image, 'segment_operator')),
    shares: listOf(image, 'distributions', (share) => shareOf(objectOf(share))),
  };
}

function shareOf(image: WireObject) {
  return {
    id: textOf(image, 'id'),
    variantId: textOf(image, 'variant_id'),
    rollout: numberOf(image, 'rollout'),
  };
}

function rolloutVersion(image: WireObject): Version {
  const description = textOf(image, 'description');
  const { threshold, segment: segmentImage } = image;
  const place = { id: textOf(image, 'id'), rank: numberOf(image, 'rank') };
  if (isWireObject(threshold)) {
    const percentage = numberOf(threshold, 'percentage');
    const value = boolOf(threshold, 'value');
    const draft = { description, type: 'THRESHOLD_ROLLOUT_TYPE', threshold: { percentage, value } } as const;
    return { kind: 'rollout', ...place, draft };
  }
  const step = objectOf(segmentImage);
  const segment = {
    ...choiceOf(textOf(step, 'key'), textOf(step, 'operator')),
    value: boolOf(step, 'value'),
  };
  return { kind: 'rollout', ...place, draft: { description, type: 'SEGMENT_ROLLOUT_TYPE', segment } };
}

/** @param keys One after another, between them commas, which are in no key. */
function choiceOf(keys: string, operator: string): SegmentChoice {
  return {
    segmentKeys: keys.split(','),
    segmentOperator: operator === 'and' ? 'AND_SEGMENT_OPERATOR' : 'OR_SEGMENT_OPERATOR',
  };
}
