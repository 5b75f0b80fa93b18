import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  changesOf,
  importParts,
  type ImportChange,
  type ImportMode,
  type NamespaceChange,
  type NamespaceDocument,
  type Planned,
} from '@pennon/document';
import {
  InvalidArgumentError,
  isSameRevision,
  quote,
  SERVICE_CALLER,
  type ChangeCaller,
  type Clock,
  type Instant,
  type Namespace,
  type NamespaceContents,
  type NamespaceRights,
  type Revision,
} from '@pennon/domain';
import type { Changes } from '../commit/changes';
import { SystemClock, type Stores, type UnitOfWork } from '@pennon/storage';
import { type ChangeNote } from '../commit/changes';
import { type Trail } from '../commit/trail';
import { plannedItems, touchPlanned, type WatchPlan } from './planned-items';
import { assertStorable } from './assert-storable';
import { type ImportOutcome, type LineLimits, Tally } from './tally';
import { LaterClock } from './later-clock';
import {
  readConsistently,
  readingApart,
  readingIn,
  revisionOf,
  type NamespaceReading,
  type RevisionOutline,
} from '../reading/namespace-reading';
import { PendingRows } from '../commit/pending-rows';

const AN_IMPORT: ChangeNote = { origin: 'import' };

/** How imports change a namespace. */
export type ImportChanges = Pick<Changes, 'assertWritable' | 'change'>;

/** What an import may be told. */
export interface ImportOptions {
  /**
   * Is told now and then how many flags and segments of the document are done with; from the beginning, when it has to
   * begin anew.
   */
  readonly onProgress?: (done: number, all: number) => void;
  /** How many deletions were agreed to; undefined for any number. */
  readonly maxDeletions?: number;
  /** Who asks for it; nobody who is known, unless given. */
  readonly caller?: ChangeCaller;
  /** What the caller may do with namespaces themselves; everything, unless given. */
  readonly rights?: NamespaceRights | undefined;
  /** What the history tells of it; that it is an import, unless given. */
  readonly note?: ChangeNote;
  /** Optional check of the plan; may refuse it. */
  readonly watch?: WatchPlan;
  /** Is called at the beginning of the transaction; a rejection undoes it all. */
  readonly begin?: ((stores: Stores) => Promise<void>) | undefined;
  /**
   * Is called at the end of the transaction with what the change has taken down, unless nothing is changed; a rejection
   * undoes it all.
   */
  readonly settle?: ((stores: Stores, trail: Trail) => Promise<void>) | undefined;
}

/** How an import is looked at. */
export interface PreviewOptions extends Pick<ImportOptions, 'rights' | 'watch'> {
  /** Who would turn flags off; nobody who is known, unless given. */
  readonly author?: string;
  /** Shows the namespace as it will be when the import is carried out; as it is now, unless given. */
  readonly foresee?: ((reading: NamespaceReading) => NamespaceReading) | undefined;
}

/** What is to be changed in one part of a namespace. */
interface PlannedPart {
  readonly subjects: readonly Planned[];
  /** What is told of them. */
  readonly changes: readonly ImportChange[];
  /** Those that the part was planned for. */
  readonly rows: NamespaceContents;
  /** How many flags and segments of the document it is about. */
  readonly size: number;
}

/**
 * Documents into the database, each as one change of its namespace. What is in memory at once is the document and the
 * rows of a few flags; others have their turn every few milliseconds.
 */
export class Importer {
  /**
   * @param limits How much of the changes is told; all of it, unless given.
   * @param clock Gives what is created its moments; the creation order is theirs.
   */
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: ImportChanges,
    private readonly limits: LineLimits = { maxLines: Infinity, maxLineLength: Infinity },
    private readonly clock: Clock = new SystemClock(),
  ) {}

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    this.changes.assertWritable();
  }

  /**
   * What an import of the document would change now.
   *
   * @throws PermissionDeniedError if the namespace itself would be changed, and the caller must not.
   * @throws InvalidArgumentError if the document names a segment that neither it nor the namespace has, or holds text
   *   that cannot be stored.
   */
  async preview(
    document: NamespaceDocument,
    mode: ImportMode,
    { author = '', rights, watch, foresee }: PreviewOptions = {},
  ): Promise<ImportOutcome> {
    const { key } = document.namespace;
    if (rights !== undefined) {
      const found = await this.unitOfWork.read(({ namespaces }) => namespaces.find(key));
      assertRights(rights, document, found, mode);
    }
    await assertStorable(document);
    return readConsistently(this.unitOfWork, key, async (present, presentOutline) => {
      const reading = foresee?.(present) ?? present;
      const outline = foresee === undefined ? presentOutline : await reading.outline();
      const tally = this.newTally(document);
      const watching = await watch?.(reading, outline);
      const asked = watching?.instead ?? { document, mode };
      for await (const { subjects, changes, rows } of this.planned(asked, reading, outline, author)) {
        tally.add(changes);
        watching?.add(await plannedItems(reading, outline, subjects, rows));
      }
      await watching?.end();
      return tally.outcome(outline?.revision);
    });
  }

  /**
   * Makes the namespace what the document says, as far as the mode goes: all of it in one transaction, or nothing. When
   * it is that already, its revision stays.
   *
   * @throws ReadOnlyError if this instance must not change anything, also when there is nothing to change.
   * @throws PermissionDeniedError as {@link preview} does.
   * @throws InvalidArgumentError if the document names a segment or a variant that neither it nor the namespace has, if
   *   it holds text that cannot be stored, or if more would be deleted than was agreed to.
   */
  async import(
    document: NamespaceDocument,
    mode: ImportMode,
    options: ImportOptions = {},
  ): Promise<ImportOutcome> {
    this.changes.assertWritable();
    await assertStorable(document);
    const { key } = document.namespace;
    const { caller = SERVICE_CALLER, rights, note = AN_IMPORT } = options;
    const equal =
      options.watch === undefined ? await this.equalRevision(document, mode, caller.origin.actor) : undefined;
    if (equal !== undefined) {
      caller.tellRevision(equal);
      return this.newTally(document).outcome(equal);
    }
    const { result: tally, revision } = await this.changes.change(
      caller,
      key,
      undefined,
      async (stores, trail) => {
        await options.begin?.(stores);
        if (rights !== undefined) assertRights(rights, document, await stores.namespaces.find(key), mode);
        return this.carryOut(stores, trail, document, mode, { ...options, caller });
      },
      note,
    );
    return tally.outcome(revision);
  }

  /**
   * The revision at which the namespace was seen to be what the document says; undefined when it may be something else.
   *
   * Not looked for in the transaction that writes, which others wait for: most imports are run again and again, and
   * change nothing.
   */
  private async equalRevision(
    document: NamespaceDocument,
    mode: ImportMode,
    author: string,
  ): Promise<Revision | undefined> {
    const { key } = document.namespace;
    const reading = readingApart(this.unitOfWork, key);
    const outline = await reading.outline();
    for await (const { changes } of this.planned({ document, mode }, reading, outline, author)) {
      if (changes.length > 0) return undefined;
    }
    const after = await revisionOf(this.unitOfWork, key);
    return isSameRevision(after, outline?.revision) ? after : undefined;
  }

  private async carryOut(
    stores: Stores,
    trail: Trail,
    document: NamespaceDocument,
    mode: ImportMode,
    options: ImportOptions & { readonly caller: ChangeCaller },
  ): Promise<Tally> {
    const { onProgress = () => undefined, maxDeletions = Infinity, watch } = options;
    const author = options.caller.origin.actor;
    const { key } = document.namespace;
    const reading = readingIn(stores, key);
    const outline = await reading.outline();
    const clock = new LaterClock(this.clock, await stores.contents.latestCreation(key));
    const pending = new PendingRows(stores, key);
    const tally = this.newTally(document);
    const watching = await watch?.(reading, outline);
    const asked = watching?.instead ?? { document, mode };
    const all = asked.document.flags.length + asked.document.segments.length;
    let done = 0;
    for await (const part of this.planned(asked, reading, outline, author, clock)) {
      const { subjects, changes, rows, size } = part;
      tally.add(changes);
      const items = await plannedItems(reading, outline, subjects, rows);
      watching?.add(items);
      touchPlanned(trail, items);
      trail.tells(changes);
      for (const subject of subjects) {
        if (subject.kind === 'namespace') await writeNamespace(stores, subject.change, clock.now());
        else pending.add(subject);
      }
      await pending.writeIfMany();
      done += size;
      if (size > 0) onProgress(done, all);
    }
    await watching?.end();
    // Somebody else has made it so meanwhile: the trail is empty.
    if (tally.isEmpty) return tally;
    assertAgreed(key, tally, maxDeletions);
    await pending.write();
    trail.mergedOver(watching?.mergedOver ?? [], watching?.mergedUpTo ?? 0);
    await options.settle?.(stores, trail);
    trail.add(tally.fact(options.note ?? AN_IMPORT, trail.release));
    return tally;
  }

  /** The parts of an import one after another, others having their turn in between. */
  private async *planned(
    { document, mode }: { readonly document: NamespaceDocument; readonly mode: ImportMode },
    reading: NamespaceReading,
    outline: RevisionOutline | undefined,
    author: string,
    clock = this.clock,
  ): AsyncGenerator<PlannedPart> {
    const newRows = { id: () => randomUUID(), now: () => clock.now(), author };
    for (const part of importParts(document, outline, mode)) {
      const rows = await reading.rows(part.reads);
      const subjects = part.plan(rows, newRows);
      yield { subjects, changes: subjects.flatMap(changesOf), rows, size: part.size };
      await nextTurn();
    }
  }

  private newTally({ namespace }: NamespaceDocument): Tally {
    return new Tally(namespace.key, this.limits);
  }
}

/** Writes what becomes of the namespace itself. */
async function writeNamespace(
  { namespaces }: Stores,
  { action, key, to: { name, description } }: NamespaceChange,
  now: Instant,
): Promise<void> {
  if (action === 'update') return namespaces.update(key, name, description, now);
  await namespaces.create({ key, name, description, isProtected: false, createdAt: now, updatedAt: now });
}

function assertAgreed(namespaceKey: string, { summary }: Tally, maxDeletions: number): void {
  if (summary.delete <= maxDeletions) return;
  throw new InvalidArgumentError(
    `the import would delete ${summary.delete} things in namespace ${quote(namespaceKey)}, and no more than ` +
      `${maxDeletions} were agreed to: the namespace has changed since`,
  );
}

/** An import creates a namespace that there is not, and updates its name and description with all the rest. */
function assertRights(
  rights: NamespaceRights,
  { namespace: { key, name, description } }: NamespaceDocument,
  found: Namespace | undefined,
  { existing }: ImportMode,
): void {
  if (found === undefined) rights.assert('create', key);
  else if (existing === 'update' && (isOther(name, found.name) || isOther(description, found.description)))
    rights.assert('update', key);
}

/** What a document does not say stays as it is. */
function isOther(said: string | undefined, stored: string): boolean {
  return said !== undefined && said !== stored;
}
