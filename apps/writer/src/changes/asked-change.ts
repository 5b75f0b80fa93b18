import type { Duration } from '@bufbuild/protobuf/wkt';
import { durationMs } from '@bufbuild/protobuf/wkt';
import { type ChangeSources, isEmpty, type NewStep, type WantedState } from '@pennon/changes';
import { type Deletions } from '@pennon/document';
import {
  invalidField,
  MICROS_PER_MILLISECOND,
  readRevision,
  resolveNamespaceKey,
  type ChangeRequest,
} from '@pennon/domain';
import { momentOf, pennonChanges } from '@pennon/proto';
import type { DocumentReaderThread } from '../transfer/document-reader-thread';
import { assertAbout } from '../transfer/read-request-document';

/** Fewest and most steps of a series. */
const MIN_STEPS = 2;
const MAX_STEPS = 50;

/** Longest wait for a step: ten years, in milliseconds. */
const MAX_WAIT_MS = 10 * 366 * 24 * 3_600_000;

/** What a request wants, and what is odd about its documents. */
export interface ReadSteps {
  readonly steps: readonly NewStep[];
  readonly warnings: readonly string[];
  readonly origin: ChangeRequest['origin'];
}

/** Reads what requests want of flags and segments. */
export class AskedChanges {
  constructor(
    private readonly sources: ChangeSources,
    private readonly documents: DocumentReaderThread,
  ) {}

  /** @throws InvalidFieldError if the request means nothing, and what its source throws. */
  async read(namespaceKey: string, request: pennonChanges.CreateChangeRequest): Promise<ReadSteps> {
    const { source, when } = request;
    if (when !== undefined && when.at === undefined && when.steps.length === 0)
      throw invalidField('when', 'must have at or steps; a change without when is applied at once');
    if (when !== undefined && (when.steps.length > 0 || source.case === undefined))
      return this.readSteps(namespaceKey, request, when);
    const at = momentOf('when.at', when?.at);
    switch (source.case) {
      case 'document': {
        const { wanted, warnings } = await this.readDocument(namespaceKey, 'document', source.value);
        return { steps: [{ wanted, at }], warnings, origin: 'change' };
      }
      case 'restore': {
        const { revision, ...choice } = source.value;
        const wanted = await this.sources.restore(
          namespaceKey,
          readRevision('restore.revision', revision),
          choice,
        );
        return { steps: [{ wanted, at }], warnings: [], origin: 'restore' };
      }
      case 'promote': {
        const { fromNamespace, flags, includeSegments } = source.value;
        const { wanted, warnings } = await this.sources.promote(namespaceKey, {
          fromNamespace: resolveNamespaceKey(fromNamespace),
          flags,
          includeSegments:
            includeSegments === pennonChanges.PromoteSource_IncludeSegments.ALL ? 'all' : 'missing',
        });
        return { steps: [{ wanted, at }], warnings, origin: 'promotion' };
      }
      default:
        throw invalidField('source', 'must be one of document, restore and promote');
    }
  }

  /** What a document and deletions want. @param field The name that an error says. */
  async readDocument(
    namespaceKey: string,
    field: string,
    { document: text, deletions }: DocumentSource,
  ): Promise<{ readonly wanted: WantedState; readonly warnings: readonly string[] }> {
    if (text === '') {
      const namespace = { key: namespaceKey, name: undefined, description: undefined };
      const wanted = { document: { namespace, flags: [], segments: [] }, deletions: keysOf(deletions) };
      if (isEmpty(wanted)) throw invalidField(field, 'must have a document or deletions');
      return { wanted, warnings: [] };
    }
    const { document, warnings } = await this.documents.read(text, namespaceKey);
    assertAbout(field, namespaceKey, document.namespace.key);
    const wanted = { document, deletions: keysOf(deletions) };
    if (isEmpty(wanted)) throw invalidField(field, 'must have flags, segments or deletions');
    return { wanted, warnings };
  }

  private async readSteps(
    namespaceKey: string,
    { source }: pennonChanges.CreateChangeRequest,
    { steps, at }: pennonChanges.When,
  ): Promise<ReadSteps> {
    if (source.case !== undefined) throw invalidField('source', 'must not be given with when.steps');
    if (at !== undefined) throw invalidField('when.at', 'must not be given with when.steps');
    if (steps.length < MIN_STEPS || steps.length > MAX_STEPS)
      throw invalidField('when.steps', `must have ${MIN_STEPS} to ${MAX_STEPS} steps`);
    const read: NewStep[] = [];
    const warnings: string[] = [];
    for (const [index, { at: time, after, document }] of steps.entries()) {
      const field = `when.steps[${index}]`;
      if (document === undefined) throw invalidField(`${field}.document`, 'must be given');
      if (time !== undefined && after !== undefined)
        throw invalidField(field, 'must not have both at and after');
      const of = await this.readDocument(namespaceKey, `${field}.document`, document);
      warnings.push(...of.warnings);
      read.push({
        wanted: of.wanted,
        at: momentOf(`${field}.at`, time),
        after: after && waitOf(`${field}.after`, after),
      });
    }
    return { steps: read, warnings, origin: 'change' };
  }
}

/** A document source without what belongs to its message. */
type DocumentSource = Pick<pennonChanges.DocumentSource, 'document' | 'deletions'>;

function keysOf(deletions: Deletions | undefined): Deletions {
  return { flags: [...new Set(deletions?.flags)], segments: [...new Set(deletions?.segments)] };
}

function waitOf(field: string, duration: Duration): number {
  const ms = durationMs(duration);
  if (!(ms > 0 && ms <= MAX_WAIT_MS)) throw invalidField(field, 'must be more than 0 and at most ten years');
  return Math.round(ms * MICROS_PER_MILLISECOND);
}
