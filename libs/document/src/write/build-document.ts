import { quote, type RolloutStep } from '@pennon/domain';
import { documentAttachment } from '../json/json-text';
import {
  type DocumentFlag,
  type DocumentRule,
  type DocumentSegment,
  type NamespaceDocument,
} from '../document';
import { JsonSyntaxError } from '../json/parse-json';
import { type NamespaceState, indexState, variantKeysOf, type StoredFlag } from '../namespace-state';
import { DocumentWriteError } from './tree-of-document';

/** A document, and what of the rows it cannot say. */
export interface BuiltDocument {
  readonly document: NamespaceDocument;
  /** Sentences for people; empty for a namespace in which nothing dangles. */
  readonly omissions: readonly string[];
}

/** How attachments of rows become those of documents. */
export interface BuildOptions {
  /** True to leave one as it is stored that no document can hold; otherwise it is refused. */
  readonly keepsAttachments?: boolean;
}

/**
 * The document that says what the rows of a namespace say. What can never take effect is left out and reported: rules
 * and segment rollouts without a segment, distributions to variants of other flags.
 *
 * @throws DocumentWriteError if a stored attachment is no JSON or nested too deeply, and is not to be kept.
 */
export function buildDocument(
  state: NamespaceState,
  { keepsAttachments = false }: BuildOptions = {},
): BuiltDocument {
  const index = indexState(state);
  const { key, name, description } = state.namespace;
  const omissions: string[] = [];
  const flags = index.flags.map((flag) => buildFlag(flag, omissions, keepsAttachments));
  const segments = index.segments.map((segment): DocumentSegment => ({
    key: segment.key,
    name: segment.name,
    description: segment.description,
    matchType: segment.matchType,
    constraints: segment.constraints.map(({ type, property, operator, value, ...constraint }) => ({
      type,
      property,
      operator,
      value,
      description: constraint.description,
    })),
  }));
  return { document: { namespace: { key, name, description }, flags, segments }, omissions };
}

function buildFlag(flag: StoredFlag, omissions: string[], keepsAttachments: boolean): DocumentFlag {
  const { key, name, description, type, isEnabled, metadata, defaultVariantId } = flag;
  const variantKeys = variantKeysOf(flag);
  const subject = `flag ${quote(key)}`;
  return {
    key,
    name,
    description,
    type,
    isEnabled,
    metadata: metadata !== undefined && Object.keys(metadata).length > 0 ? metadata : undefined,
    variants: flag.variants.map((variant) => ({
      key: variant.key,
      name: variant.name,
      description: variant.description,
      attachment: attachmentOf(
        variant.attachment,
        `variant ${quote(variant.key)} of ${subject}`,
        keepsAttachments,
      ),
    })),
    defaultVariantKey: defaultVariantId === undefined ? undefined : variantKeys.get(defaultVariantId),
    rules: flag.rules.flatMap((rule, index) => {
      if (rule.segmentKeys.length > 0) return [buildRule(rule, variantKeys, subject, omissions)];
      omissions.push(`${subject}: rule ${index + 1} has no segment`);
      return [];
    }),
    rollouts: flag.rollouts.flatMap(({ description: text, step }, index) => {
      if (step.type === 'threshold' || step.segmentKeys.length > 0) {
        return [{ description: text, step: buildStep(step) }];
      }
      omissions.push(`${subject}: rollout ${index + 1} has no segment`);
      return [];
    }),
  };
}

function buildRule(
  rule: StoredFlag['rules'][number],
  variantKeys: ReadonlyMap<string, string>,
  subject: string,
  omissions: string[],
): DocumentRule {
  const { segmentKeys, segmentOperator } = rule;
  const distributions = rule.distributions.flatMap(({ variantId, rolloutPercent }) => {
    const variantKey = variantKeys.get(variantId);
    if (variantKey !== undefined) return [{ variantKey, rolloutPercent }];
    omissions.push(`${subject}: a rule distributes to a variant that is not one of the flag`);
    return [];
  });
  return { segmentKeys, segmentOperator, distributions };
}

/** The step alone: rows may carry more. */
function buildStep(step: RolloutStep): RolloutStep {
  if (step.type === 'threshold') return { type: 'threshold', percent: step.percent, value: step.value };
  const { segmentKeys, segmentOperator, value } = step;
  return { type: 'segment', segmentKeys, segmentOperator, value };
}

function attachmentOf(stored: string, subject: string, isKept: boolean): string {
  try {
    return documentAttachment(stored);
  } catch (error) {
    if (error instanceof JsonSyntaxError && isKept) return stored;
    if (error instanceof JsonSyntaxError)
      throw new DocumentWriteError(`attachment of ${subject}`, error.message);
    throw error;
  }
}
