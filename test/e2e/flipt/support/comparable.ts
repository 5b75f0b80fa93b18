import { documentAttachment, type NamespaceDocument } from '@pennon/document';
import { sortMembers, type SegmentSelection } from '@pennon/domain';
import { testDialect } from '../../../support/database-server';

/** A document in what all databases keep of it: columns of JSON have their own order of members, and numbers. */
export function comparable(document: NamespaceDocument): NamespaceDocument {
  return {
    ...document,
    flags: document.flags.map((flag) => ({
      ...flag,
      variants: flag.variants.map((variant) => ({
        ...variant,
        attachment: comparableJson(variant.attachment),
      })),
      rules: flag.rules.map((rule) => ({ ...rule, ...comparableSelection(rule) })),
      rollouts: flag.rollouts.map(({ step, ...rollout }) => ({
        ...rollout,
        step: step.type === 'segment' ? { ...step, ...comparableSelection(step) } : step,
      })),
    })),
  };
}

function comparableJson(attachment: string): string {
  const text = documentAttachment(attachment);
  if (testDialect === 'sqlite' || text === '') return text;
  const { value } = sortMembers({ value: JSON.parse(text) });
  // Minus zero is zero to PostgreSQL.
  return JSON.stringify(value, (_, item: unknown) => (item === 0 ? 0 : item));
}

/** In MySQL the place of a row without an id is that of its values. */
function comparableSelection({ segmentKeys, segmentOperator }: SegmentSelection): SegmentSelection {
  return { segmentKeys: testDialect === 'mysql' ? segmentKeys.toSorted() : segmentKeys, segmentOperator };
}
