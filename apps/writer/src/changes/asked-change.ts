import { type ChangeSources, isEmpty, type NewStep, nothingOf, type WantedState } from '@pennon/changes';
import { type Deletions } from '@pennon/document';
import { invalidField, readRevision, type ChangeRequest } from '@pennon/domain';
import { momentOf, pennonChanges } from '@pennon/proto';
import { isOff, type FlagState } from '@pennon/state';
import type { DocumentReaderThread } from '../transfer/document-reader-thread';
import { assertAbout } from '../transfer/read-request-document';
import { readEdits } from './asked-edits';
import { readTime } from './asked-times';

/** Fewest and most steps of a series. */
const MIN_STEPS = 2;
const MAX_STEPS = 50;

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
          fromNamespace,
          flags,
          includeSegments:
            includeSegments === pennonChanges.PromoteSource_IncludeSegments.ALL ? 'all' : 'missing',
        });
        return { steps: [{ wanted, at }], warnings, origin: 'promotion' };
      }
      case 'edits': {
        const { wanted, warnings } = await this.readWanted(namespaceKey, '', { edits: source.value });
        return { steps: [{ wanted, at }], warnings, origin: 'change' };
      }
      default:
        throw invalidField('source', 'must be one of document, restore, promote and edits');
    }
  }

  /**
   * What a request wants that has a document or edits.
   *
   * @param path What the names that errors say begin with.
   * @throws InvalidFieldError if it has not just one of them, or that means nothing.
   */
  async readWanted(namespaceKey: string, path: string, { document, edits }: OneSource): Promise<ReadWanted> {
    if (edits === undefined && document !== undefined)
      return this.readDocument(namespaceKey, `${path}document`, document);
    if (edits === undefined) throw invalidField(`${path}document`, 'must be given, or edits');
    if (document !== undefined) throw invalidField(`${path}edits`, 'must not be given with a document');
    return {
      wanted: { ...nothingOf(namespaceKey), edits: readEdits(`${path}edits`, edits) },
      warnings: [],
    };
  }

  /** What a document and deletions want. @param field The name that an error says. */
  private async readDocument(
    namespaceKey: string,
    field: string,
    { document: text, deletions }: DocumentSource,
  ): Promise<ReadWanted> {
    if (text === '') {
      const wanted = { ...nothingOf(namespaceKey), deletions: keysOf(deletions) };
      if (isEmpty(wanted)) throw invalidField(field, 'must have a document or deletions');
      return { wanted, warnings: [] };
    }
    const { document, warnings } = await this.documents.read(text, namespaceKey);
    assertAbout(field, namespaceKey, document.namespace.key);
    const flags = document.flags.map(turnedOffByCaller);
    const wanted = { document: { ...document, flags }, deletions: keysOf(deletions) };
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
    for (const [index, step] of steps.entries()) {
      const field = `when.steps[${index}]`;
      const time = readTime(field, step);
      const of = await this.readWanted(namespaceKey, `${field}.`, step);
      warnings.push(...of.warnings);
      read.push({ wanted: of.wanted, ...time });
    }
    return { steps: read, warnings, origin: 'change' };
  }
}

/** What a request wants, and what is odd about its document. */
interface ReadWanted {
  readonly wanted: WantedState;
  readonly warnings: readonly string[];
}

/** The ways to say what is wanted of which a request has one. */
interface OneSource {
  readonly document?: DocumentSource | undefined;
  readonly edits?: pennonChanges.EditsSource | undefined;
}

/** A document source without what belongs to its message. */
type DocumentSource = Pick<pennonChanges.DocumentSource, 'document' | 'deletions'>;

/** Who turned a flag off, and when, is not for a caller to say. */
function turnedOffByCaller(flag: FlagState): FlagState {
  return isOff(flag.off) ? { ...flag, off: { ...flag.off, by: undefined, at: undefined } } : flag;
}

function keysOf(deletions: Deletions | undefined): Deletions {
  return { flags: [...new Set(deletions?.flags)], segments: [...new Set(deletions?.segments)] };
}
