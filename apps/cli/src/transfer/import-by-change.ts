import type { ImportMode, NamespaceDocument } from '@pennon/document';
import type { pennonChanges } from '@pennon/proto';
import { reportOutcome } from '../changes/report-outcome';
import { type ChangeWishes, createChange } from '../changes/wanted-change';
import type { Given } from '../command-line/command';
import type { ImportSource } from '../documents/files-source';
import type { RemoteChanges } from '../targets/remote-changes';
import { textOf } from '../targets/remote-server';
import { planOf, type RemotePlan } from '../targets/wire-plan';
import { exitCodes } from '../terminal/exit';
import { tell } from '../terminal/print';
import { askBeforeDeleting } from './ask-before-deleting';

/** A change has no other mode. */
const mode: ImportMode = { existing: 'update', prune: false };

/** A running server that takes documents as changes. */
export class ChangeTarget {
  /** The revision that each namespace was looked at, by its key. */
  private readonly bases = new Map<string, string>();

  constructor(
    private readonly changes: RemoteChanges,
    readonly wishes: ChangeWishes,
  ) {}

  get name(): string {
    return this.changes.address;
  }

  /** What a change to a document would do. The change that is made afterwards is based on the same revision. */
  async preview(document: NamespaceDocument): Promise<RemotePlan> {
    return planOf(await this.create(document, true));
  }

  /** Makes a change to a document. @param isDryRun True to learn what it would do, and change nothing. */
  async create(document: NamespaceDocument, isDryRun: boolean): Promise<pennonChanges.ChangeOutcome> {
    const { key } = document.namespace;
    const base = this.bases.get(key) ?? (await this.changes.base(key));
    if (base !== undefined) this.bases.set(key, base);
    const wanted = {
      ...this.wishes.wanted,
      validateOnly: isDryRun,
      source: { case: 'document', value: { document: textOf(document) } },
    } as const;
    return createChange(this.changes, key, wanted, base);
  }
}

/**
 * Makes a change of each namespace, or prints what it would do, and asks before something is deleted.
 *
 * @returns the exit code: that of the namespace with the worst one.
 * @throws Error as soon as a change is refused; those before it stay made.
 */
export async function importByChange(
  source: ImportSource,
  target: ChangeTarget,
  given: Given,
): Promise<number> {
  const isDryRun = given.isOn('dry-run');
  const isAgreed =
    isDryRun || given.isOn('yes') || (await askBeforeDeleting(source, target, mode)) !== undefined;
  if (!isAgreed) {
    tell('nothing was changed');
    return exitCodes.failed;
  }
  const codes: number[] = [];
  for await (const document of source.documents()) {
    const outcome = await target.create(document, isDryRun);
    const report = { isDryRun, isJson: given.isOn('json'), done: target.wishes.done };
    codes.push(await reportOutcome(outcome, { ...report, namespaceKey: document.namespace.key }));
  }
  if (codes.includes(exitCodes.failed)) return exitCodes.failed;
  return codes.includes(exitCodes.found) ? exitCodes.found : exitCodes.done;
}
