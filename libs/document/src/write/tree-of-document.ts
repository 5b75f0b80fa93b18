import {
  InvalidArgumentError,
  type JsonObject,
  quote,
  type SegmentSelection,
  sortMembers,
} from '@pennon/domain';
import type {
  ConstraintState,
  FlagState,
  RolloutState,
  RuleState,
  SegmentState,
  VariantState,
} from '@pennon/state';
import type { DocumentNamespace } from '../document';
import { treeOfJsonText } from '../json/json-text';
import { JsonSyntaxError } from '../json/parse-json';
import type { ListNode, MapNode, TreeNode } from '../tree';
import { type DocumentVersion, isBefore } from '../version';
import { comparisonTypeWords, flagTypeWords, matchTypeWords, segmentOperatorWords } from '../words';

/** A document that cannot be written: a part of it has no form in the version asked for, or none at all. */
export class DocumentWriteError extends InvalidArgumentError {
  /** @param subject The part, as messages call it. */
  constructor(
    readonly subject: string,
    readonly reason: string,
  ) {
    super(`${subject}: ${reason}`);
  }
}

/*
 * Fields in Flipt's order. What is empty is left out, but `enabled`, `rollout` and `percentage`, which are
 * always written.
 */

/** The namespace as an object; before version 1.4 as its key. */
export function treeOfNamespace(namespace: DocumentNamespace, version: DocumentVersion): TreeNode {
  const { key, name = '', description = '' } = namespace;
  if (isBefore(version, '1.4')) return text(key);
  return object([
    ['key', text(key)],
    ['name', textUnlessEmpty(name)],
    ['description', textUnlessEmpty(description)],
  ]);
}

/** How a document says each member of a flag, in its order. */
const flagFields: MemberFields<FlagState> = {
  key: ({ key }) => ['key', text(key)],
  name: ({ name }) => ['name', textUnlessEmpty(name)],
  type: ({ type }, version) => ['type', isBefore(version, '1.1') ? undefined : text(flagTypeWords[type])],
  description: ({ description }) => ['description', textUnlessEmpty(description)],
  isEnabled: ({ isEnabled }) => ['enabled', boolean(isEnabled)],
  metadata: ({ metadata, key }) => ['metadata', metadata && treeOfMetadata(metadata, key)],
  variants: ({ variants, key, defaultVariantKey }) => [
    'variants',
    listUnlessEmpty(variants, (variant) => treeOfVariant(variant, key, defaultVariantKey)),
  ],
  // The variant says it.
  defaultVariantKey: () => undefined,
  rules: ({ rules }) => ['rules', listUnlessEmpty(rules, treeOfRule)],
  rollouts: ({ rollouts }) => ['rollouts', listUnlessEmpty(rollouts, treeOfRollout)],
};

/** @throws DocumentWriteError if an attachment is no JSON or nested too deeply. */
export function treeOfFlag(flag: FlagState, version: DocumentVersion): MapNode {
  return treeOfMembers(flagFields, flag, version);
}

/** How a document says each member of a segment, in its order. */
const segmentFields: MemberFields<SegmentState> = {
  key: ({ key }) => ['key', text(key)],
  name: ({ name }) => ['name', textUnlessEmpty(name)],
  description: ({ description }) => ['description', textUnlessEmpty(description)],
  matchType: ({ matchType }) => ['match_type', text(matchTypeWords[matchType])],
  constraints: ({ constraints }) => ['constraints', listUnlessEmpty(constraints, treeOfConstraint)],
};

export function treeOfSegment(segment: SegmentState, version: DocumentVersion): MapNode {
  return treeOfMembers(segmentFields, segment, version);
}

function treeOfMetadata(metadata: JsonObject, flagKey: string): TreeNode {
  return parsed(JSON.stringify(sortMembers(metadata)), `metadata of flag ${quote(flagKey)}`);
}

function treeOfVariant(
  { key, name, description, attachment }: VariantState,
  flagKey: string,
  defaultVariantKey: string | undefined,
): TreeNode {
  const subject = `attachment of variant ${quote(key)} of flag ${quote(flagKey)}`;
  return object([
    ['default', key === defaultVariantKey ? boolean(true) : undefined],
    ['key', text(key)],
    ['name', textUnlessEmpty(name)],
    ['description', textUnlessEmpty(description)],
    ['attachment', attachment === '' ? undefined : parsed(attachment, subject)],
  ]);
}

function treeOfRule(rule: RuleState): TreeNode {
  const [first = ''] = rule.segmentKeys;
  const segment = rule.segmentKeys.length === 1 ? text(first) : object(selectionFields(rule));
  return object([
    ['segment', segment],
    [
      'distributions',
      listUnlessEmpty(rule.distributions, ({ variantKey, rolloutPercent }) =>
        object([
          ['variant', text(variantKey)],
          ['rollout', number(rolloutPercent)],
        ]),
      ),
    ],
  ]);
}

function treeOfRollout({ description, step }: RolloutState): TreeNode {
  const value = step.value ? boolean(true) : undefined;
  const fields: Fields =
    step.type === 'threshold'
      ? [
          [
            'threshold',
            object([
              ['percentage', number(step.percent)],
              ['value', value],
            ]),
          ],
        ]
      : [['segment', object([...rolloutSelectionFields(step), ['value', value]])]];
  return object([['description', textUnlessEmpty(description)], ...fields]);
}

function treeOfConstraint(constraint: ConstraintState): TreeNode {
  return object([
    ['type', text(comparisonTypeWords[constraint.type])],
    ['property', textUnlessEmpty(constraint.property)],
    ['operator', text(constraint.operator)],
    ['value', textUnlessEmpty(constraint.value)],
    ['description', textUnlessEmpty(constraint.description)],
  ]);
}

function rolloutSelectionFields(selection: SegmentSelection): Fields {
  const [first = ''] = selection.segmentKeys;
  if (selection.segmentKeys.length === 1) return [['key', text(first)]];
  return selectionFields(selection).filter(
    ([name]) => name !== 'operator' || selection.segmentOperator === 'and',
  );
}

function selectionFields({ segmentKeys, segmentOperator }: SegmentSelection): Fields {
  return [
    ['keys', list(segmentKeys.map(text))],
    ['operator', text(segmentOperatorWords[segmentOperator])],
  ];
}

function parsed(json: string, subject: string): TreeNode {
  try {
    return treeOfJsonText(json);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new DocumentWriteError(subject, error.message);
    throw error;
  }
}

/** A name with its value; a value that is undefined is left out. */
type Field = readonly [string, TreeNode | undefined];

type Fields = readonly Field[];

/** How each member of a state is said; undefined for one that has no field of its own. */
type MemberFields<S> = {
  readonly [M in keyof S]-?: (state: S, version: DocumentVersion) => Field | undefined;
};

function treeOfMembers<S>(fields: MemberFields<S>, state: S, version: DocumentVersion): MapNode {
  const said = Object.values<MemberFields<S>[keyof S]>(fields).map((fieldOf) => fieldOf(state, version));
  return object(said.filter((field) => field !== undefined));
}

function object(fields: Fields): MapNode {
  const members = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, { keyOffset: 0, value }] as const],
  );
  return { kind: 'map', offset: 0, members: new Map(members) };
}

function list(items: readonly TreeNode[]): ListNode {
  return { kind: 'list', offset: 0, items };
}

function listUnlessEmpty<T>(items: readonly T[], treeOf: (item: T) => TreeNode): ListNode | undefined {
  return items.length === 0 ? undefined : list(items.map(treeOf));
}

function text(value: string): TreeNode {
  return { kind: 'text', offset: 0, text: value };
}

function textUnlessEmpty(value: string): TreeNode | undefined {
  return value === '' ? undefined : text(value);
}

function boolean(value: boolean): TreeNode {
  return { kind: 'boolean', offset: 0, value, spelling: undefined };
}

function number(value: number): TreeNode {
  return { kind: 'number', offset: 0, json: JSON.stringify(value), spelling: undefined };
}
