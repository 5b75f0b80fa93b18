import { quote, type Variant } from '@pennon/domain';
import {
  bareStep,
  type Finding,
  type FlagState,
  type RuleState,
  type SegmentState,
  grouped,
  type StoredFlag,
} from '@pennon/state';
import { documentAttachment } from '../json/json-text';
import { type NamespaceDocument } from '../document';
import { JsonSyntaxError } from '../json/parse-json';
import { type NamedContents } from '../namespace-contents';
import { DocumentWriteError } from './tree-of-document';

/** A document, and what of the rows it cannot say. */
export interface BuiltDocument {
  readonly document: NamespaceDocument;
  /** Sentences for people, also of what the document says otherwise; empty for a namespace in which nothing dangles. */
  readonly omissions: readonly string[];
  /** Errors of the rows that the document does not show. */
  readonly findings: readonly Finding[];
}

/** How attachments of rows become those of documents. */
export interface BuildOptions {
  /** True to leave one as it is stored that no document can hold; otherwise it is refused. */
  readonly keepsAttachments?: boolean;
}

/**
 * The document that says what the rows of a namespace say. What can never take effect is left out and reported: rules
 * and segment rollouts without a segment. A variant of another flag, to which a flag distributes, becomes a variant of
 * the flag, with the same key, name and attachment, unless that has another one of the key.
 *
 * @throws DocumentWriteError if a stored attachment is no JSON or nested too deeply, and is not to be kept.
 */
export function buildDocument(
  state: NamedContents,
  { keepsAttachments = false }: BuildOptions = {},
): BuiltDocument {
  const index = grouped(state);
  const { key, name, description } = state.namespace;
  const notes: Notes = { omissions: [], findings: [] };
  const variants = new Map(state.variants.map((variant) => [variant.id, variant]));
  const flags = index.flags.map((flag) => buildFlag(flag, variants, notes, keepsAttachments));
  const segments = index.segments.map((segment): SegmentState => ({
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
  return { document: { namespace: { key, name, description }, flags, segments }, ...notes };
}

/** What is told of rows beside the document. */
interface Notes {
  readonly omissions: string[];
  readonly findings: Finding[];
}

/** @param known All variants that the rules of the flag may distribute to, by id. */
function buildFlag(
  flag: StoredFlag,
  known: ReadonlyMap<string, Variant>,
  notes: Notes,
  keepsAttachments: boolean,
): FlagState {
  const { key, name, description, type, isEnabled, metadata, defaultVariantId } = flag;
  const variants = withBorrowed(flag, known, notes);
  const variantKeys = new Map(variants.map((variant) => [variant.id, variant.key]));
  const { omissions } = notes;
  const subject = `flag ${quote(key)}`;
  return {
    key,
    name,
    description,
    type,
    isEnabled,
    metadata: metadata !== undefined && Object.keys(metadata).length > 0 ? metadata : undefined,
    variants: variants.map((variant) => ({
      key: variant.key,
      name: variant.name,
      description: variant.description,
      attachment: attachmentOf(
        variant.attachment,
        `variant ${quote(variant.key)} of ${subject}`,
        keepsAttachments,
      ),
    })),
    defaultVariantKey: flag.variants.find(({ id }) => id === defaultVariantId)?.key,
    rules: flag.rules.flatMap((rule, index) => {
      if (rule.segmentKeys.length > 0) return [buildRule(rule, variantKeys)];
      omissions.push(`${subject}: rule ${index + 1} has no segment`);
      return [];
    }),
    rollouts: flag.rollouts.flatMap(({ description: text, step }, index) => {
      if (step.type === 'threshold' || step.segmentKeys.length > 0) {
        return [{ description: text, step: bareStep(step) }];
      }
      omissions.push(`${subject}: rollout ${index + 1} has no segment`);
      return [];
    }),
  };
}

/** The variants of a flag, and those of others to which it distributes. */
function withBorrowed(
  flag: StoredFlag,
  known: ReadonlyMap<string, Variant>,
  { omissions, findings }: Notes,
): readonly Variant[] {
  const variants = [...flag.variants];
  const { key } = flag;
  for (const [rule, { distributions }] of flag.rules.entries()) {
    for (const [place, { variantId }] of distributions.entries()) {
      const variant = known.get(variantId);
      if (variant === undefined)
        omissions.push(`flag ${quote(key)}: rule ${rule + 1} distributes to a variant that does not exist`);
      if (variant === undefined || variant.flagKey === key) continue;
      const name = `variant ${quote(variant.key)}`;
      const taken = variants.find((one) => one.key === variant.key);
      const isTaken = taken !== undefined && taken.id !== variantId;
      const path = `rules[${rule}].distributions[${place}]`;
      const start = `Rule ${rule + 1} of flag ${quote(key)} distributes ${name} of flag ${quote(variant.flagKey)}.`;
      const message = isTaken
        ? `${start} Flag ${quote(key)} has another ${name}: rename one of them.`
        : `${start} Run "pennon repair" to give flag ${quote(key)} a variant of its own.`;
      const check = isTaken ? 'borrowed_variant_taken' : 'borrowed_variant';
      findings.push({ severity: 'error', check, kind: 'flag', key, path, message });
      const fate = isTaken
        ? `is left out: the flag has another ${name}`
        : 'is written as a variant of the flag itself';
      omissions.push(
        `flag ${quote(key)}: ${name} of flag ${quote(variant.flagKey)}, to which rule ${rule + 1} distributes, ${fate}`,
      );
      if (taken === undefined) variants.push(variant);
    }
  }
  return variants;
}

function buildRule(rule: StoredFlag['rules'][number], variantKeys: ReadonlyMap<string, string>): RuleState {
  const { segmentKeys, segmentOperator } = rule;
  const distributions = rule.distributions.flatMap(({ variantId, rolloutPercent }) => {
    const variantKey = variantKeys.get(variantId);
    return variantKey === undefined ? [] : [{ variantKey, rolloutPercent }];
  });
  return { segmentKeys, segmentOperator, distributions };
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
