import {
  comparisonTypes,
  flagTypes,
  isJsonText,
  matchTypes,
  type RolloutStep,
  rolloutTypes,
  segmentOperators,
  type SegmentSelection,
} from '@pennon/domain';
import { Members } from './members';
import type {
  ConstraintDocument,
  DistributionDocument,
  FlagDocument,
  RolloutDocument,
  RuleDocument,
  SegmentDocument,
  VariantDocument,
} from './snapshot-document';

const contents = [
  ...['type', 'key', 'name', 'description', 'isEnabled', 'isOff', 'createdAt', 'updatedAt'],
  ...['metadata', 'variants'],
];
const variantFlag = [...contents, 'defaultVariantId', 'rules'];
const booleanFlag = [...contents, 'rollouts'];
const selection = ['segmentKeys', 'segmentOperator'];
const rule = ['id', 'rank', ...selection, 'distributions'];
const thresholdStep = ['type', 'percent', 'value'];
const segmentStep = ['type', ...selection, 'value'];

/** Reads a flag. @throws SnapshotFormatError if it is none. */
export function decodeFlag(json: unknown): FlagDocument {
  const members = Members.of(json);
  const type = members.word('type', flagTypes);
  members.only(type === 'boolean' ? booleanFlag : variantFlag);
  const metadata = members.optionalPlain('metadata');
  const isOff = members.optionalTrue('isOff');
  const common = {
    key: members.text('key'),
    name: members.text('name'),
    description: members.text('description'),
    isEnabled: members.boolean('isEnabled'),
    ...(isOff && { isOff }),
    createdAt: members.integer('createdAt'),
    updatedAt: members.integer('updatedAt'),
    ...(metadata && { metadata }),
    variants: members.list('variants', decodeVariant),
  };
  if (type === 'boolean') return { type, ...common, rollouts: members.list('rollouts', decodeRollout) };
  const defaultVariantId = members.optionalText('defaultVariantId');
  const rules = members.list('rules', decodeRule);
  return { type, ...common, ...(defaultVariantId !== undefined && { defaultVariantId }), rules };
}

function decodeVariant(json: unknown, path: string): VariantDocument {
  const members = Members.of(json, path).only(['id', 'key', 'attachment']);
  const attachment = members.text('attachment');
  if (attachment !== '' && !isJsonText(attachment)) members.fail('attachment', 'must be empty or JSON');
  return { id: members.text('id'), key: members.text('key'), attachment };
}

function decodeRule(json: unknown, path: string): RuleDocument {
  const members = Members.of(json, path).only(rule);
  return {
    id: members.text('id'),
    rank: members.integer('rank'),
    ...decodeSelection(members),
    distributions: members.list('distributions', decodeDistribution),
  };
}

function decodeDistribution(json: unknown, path: string): DistributionDocument {
  const members = Members.of(json, path).only(['id', 'variantId', 'rolloutPercent']);
  return {
    id: members.text('id'),
    variantId: members.text('variantId'),
    rolloutPercent: members.percent('rolloutPercent'),
  };
}

function decodeRollout(json: unknown, path: string): RolloutDocument {
  const members = Members.of(json, path).only(['id', 'rank', 'step']);
  return { id: members.text('id'), rank: members.integer('rank'), step: members.object('step', decodeStep) };
}

function decodeStep(json: unknown, path: string): RolloutStep {
  const members = Members.of(json, path);
  const type = members.word('type', rolloutTypes);
  members.only(type === 'threshold' ? thresholdStep : segmentStep);
  const value = members.boolean('value');
  if (type === 'threshold') return { type, percent: members.percent('percent'), value };
  return { type, ...decodeSelection(members), value };
}

function decodeSelection(members: Members): SegmentSelection {
  return {
    segmentKeys: members.texts('segmentKeys'),
    segmentOperator: members.word('segmentOperator', segmentOperators),
  };
}

/** Reads a segment. @throws SnapshotFormatError if it is none. */
export function decodeSegment(json: unknown): SegmentDocument {
  const members = Members.of(json).only(['key', 'matchType', 'constraints']);
  return {
    key: members.text('key'),
    matchType: members.word('matchType', matchTypes),
    constraints: members.list('constraints', decodeConstraint),
  };
}

function decodeConstraint(json: unknown, path: string): ConstraintDocument {
  const members = Members.of(json, path).only(['id', 'type', 'property', 'operator', 'value']);
  return {
    id: members.text('id'),
    type: members.word('type', comparisonTypes),
    property: members.text('property'),
    operator: members.text('operator'),
    value: members.text('value'),
  };
}
