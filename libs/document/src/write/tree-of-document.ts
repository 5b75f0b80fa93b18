import { type FlagValues, quote, type SegmentSelection } from '@pennon/domain';
import type {
  ConstraintState,
  FlagState,
  RolloutState,
  RuleState,
  SegmentState,
  VariantState,
} from '@pennon/state';
import type { DocumentNamespace } from '../document';
import { flagValueFields } from '../fields/flag-fields';
import {
  boolean,
  type Field,
  type Fields,
  list,
  listUnlessEmpty,
  number,
  object,
  text,
  textUnlessEmpty,
} from '../fields/nodes';
import { writtenValues } from '../fields/value-field';
import { writtenJson } from '../fields/written-json';
import type { MapNode, TreeNode } from '../tree';
import { type DocumentVersion, isBefore } from '../version';
import { comparisonTypeWords, matchTypeWords, segmentOperatorWords } from '../words';

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

/** How a document says the other members of a flag, in its order, behind its key and its values. */
const flagFields: MemberFields<Omit<FlagState, 'key' | 'off' | keyof FlagValues>, FlagState> = {
  variants: ({ variants, key, defaultVariantKey }) => [
    'variants',
    listUnlessEmpty(variants, (variant) => treeOfVariant(variant, key, defaultVariantKey)),
  ],
  // The variant says it.
  defaultVariantKey: () => undefined,
  rules: ({ rules }) => ['rules', listUnlessEmpty(rules, treeOfRule)],
  rollouts: ({ rollouts }) => ['rollouts', listUnlessEmpty(rollouts, treeOfRollout)],
};

/** @throws DocumentWriteError if an attachment or metadata is no JSON or nested too deeply. */
export function treeOfFlag(flag: FlagState, version: DocumentVersion): MapNode {
  return object([
    ['key', text(flag.key)],
    ...writtenValues(flagValueFields, flag, flag.key, version),
    ...fieldsOf(flagFields, flag),
  ]);
}

/** How a document says each member of a segment, in its order. */
const segmentFields: MemberFields<SegmentState> = {
  key: ({ key }) => ['key', text(key)],
  name: ({ name }) => ['name', textUnlessEmpty(name)],
  description: ({ description }) => ['description', textUnlessEmpty(description)],
  matchType: ({ matchType }) => ['match_type', text(matchTypeWords[matchType])],
  constraints: ({ constraints }) => ['constraints', listUnlessEmpty(constraints, treeOfConstraint)],
};

export function treeOfSegment(segment: SegmentState): MapNode {
  return object(fieldsOf(segmentFields, segment));
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
    ['attachment', attachment === '' ? undefined : writtenJson(attachment, subject)],
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

/** How each member is said; undefined for one that has no field of its own. */
type MemberFields<Members, State = Members> = {
  readonly [M in keyof Members]-?: (state: State) => Field | undefined;
};

function fieldsOf<Members, State>(fields: MemberFields<Members, State>, state: State): Fields {
  return Object.values<(state: State) => Field | undefined>(fields)
    .map((fieldOf) => fieldOf(state))
    .filter((field) => field !== undefined);
}
