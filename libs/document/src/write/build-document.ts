import { assertMetadata, InvalidFieldError, quote, type Variant } from '@pennon/domain';
import {
  type Finding,
  grouped,
  stateOfFlag,
  stateOfSegment,
  type StoredFlag,
  withBorrowed,
} from '@pennon/state';
import { documentAttachment } from '../json/json-text';
import { type NamespaceDocument } from '../document';
import { JsonSyntaxError } from '../json/parse-json';
import { type NamedContents } from '../namespace-contents';
import { DocumentWriteError } from '../fields/written-json';

/** A document, and what of the rows it cannot say. */
export interface BuiltDocument {
  readonly document: NamespaceDocument;
  /** Sentences for people, also of what the document says otherwise; empty for a namespace in which nothing dangles. */
  readonly omissions: readonly string[];
  /** Errors of the rows that the document does not show. */
  readonly findings: readonly Finding[];
}

/**
 * The document that says what the rows of a namespace say. What can never take effect is left out and reported: rules
 * and segment rollouts without a segment. A variant of another flag, to which a flag distributes, becomes a variant of
 * the flag, with the same key, name and attachment, unless that has another one of the key.
 *
 * @throws DocumentWriteError if a stored attachment is no JSON, or it or metadata is nested too deeply.
 */
export function buildDocument(state: NamedContents): BuiltDocument {
  const { key, name, description } = state.namespace;
  const index = grouped(state);
  const known = new Map(state.variants.map((variant) => [variant.id, variant]));
  const notes: Notes = { omissions: [], findings: [] };
  const flags = index.flags.map((flag) => {
    const variants = withBorrowed(flag, known);
    noteBorrowed(flag, variants, known, notes);
    noteIdle(flag, notes);
    assertWritable(flag);
    return stateOfFlag(flag, variants, (variant) => attachmentOf(variant, flag.key));
  });
  const segments = index.segments.map(stateOfSegment);
  return { document: { namespace: { key, name, description }, flags, segments }, ...notes };
}

/** What is told of rows beside the document. */
interface Notes {
  readonly omissions: string[];
  readonly findings: Finding[];
}

/** Tells of distributions to variants of other flags, and to variants that there are not. */
function noteBorrowed(
  flag: StoredFlag,
  variants: readonly Variant[],
  known: ReadonlyMap<string, Variant>,
  { omissions, findings }: Notes,
): void {
  const { key } = flag;
  const idOf = new Map(variants.map((variant) => [variant.key, variant.id]));
  for (const [rule, { distributions }] of flag.rules.entries()) {
    for (const [place, { variantId }] of distributions.entries()) {
      const variant = known.get(variantId);
      if (variant === undefined)
        omissions.push(`flag ${quote(key)}: rule ${rule + 1} distributes to a variant that does not exist`);
      if (variant === undefined || variant.flagKey === key) continue;
      const name = `variant ${quote(variant.key)}`;
      const isTaken = idOf.get(variant.key) !== variantId;
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
    }
  }
}

/** Tells of rules and rollouts that no segment is left of. */
function noteIdle({ key, rules, rollouts }: StoredFlag, { omissions }: Notes): void {
  for (const [index, { segmentKeys }] of rules.entries())
    if (segmentKeys.length === 0) omissions.push(`flag ${quote(key)}: rule ${index + 1} has no segment`);
  for (const [index, { step }] of rollouts.entries())
    if (step.type === 'segment' && step.segmentKeys.length === 0)
      omissions.push(`flag ${quote(key)}: rollout ${index + 1} has no segment`);
}

/** So that nothing has been written of a document that cannot be written whole. */
function assertWritable({ key, metadata = {} }: StoredFlag): void {
  try {
    assertMetadata(metadata);
  } catch (error) {
    if (!(error instanceof InvalidFieldError)) throw error;
    throw new DocumentWriteError(`metadata of flag ${quote(key)}`, error.problem);
  }
}

function attachmentOf({ key, attachment }: Variant, flagKey: string): string {
  try {
    return documentAttachment(attachment);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const subject = `attachment of variant ${quote(key)} of flag ${quote(flagKey)}`;
    throw new DocumentWriteError(subject, error.message);
  }
}
