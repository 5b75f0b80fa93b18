import type { ChangeCaller, NamespaceRights, OnConflict, Revision } from '@pennon/domain';
import type { PartConflict, States } from '@pennon/state';
import type { ChangeNote } from '../commit/changes';
import type { Importer, ImportOptions } from '../import/importer';
import type { ImportOutcome } from '../import/tally';
import type { ChangeDetails } from './plan-details';
import { readingAfter } from './reading-after';
import { modeOf, type WantedState } from './wanted-state';
import { WatchedChange } from './watched-change';

/** What a change did, or would do. */
export interface ChangeReport extends ImportOutcome, ChangeDetails {
  /** What the change comes to over what others have changed since its base. */
  readonly merged: WantedState;
}

/** How a change is carried out. */
export interface ApplyOptions {
  readonly caller: ChangeCaller;
  /** What the caller may do with namespaces themselves; everything if it is undefined. */
  readonly rights: NamespaceRights | undefined;
  readonly note: ChangeNote;
  /** The revision that the author has seen; undefined for no check. */
  readonly baseRevision: Revision | undefined;
  /** What the flags and segments that it names were, for a change that knows it; undefined unless given. */
  readonly base?: States | undefined;
  /** What becomes of what others have changed since; `fail` unless given. */
  readonly onConflict?: OnConflict;
  /** What a change that does not insist leaves anyway, because others have changed it; nothing unless given. */
  readonly left?: readonly PartConflict[];
  /** As of an import. */
  readonly begin?: ImportOptions['begin'];
  /** As of an import. */
  readonly settle?: ImportOptions['settle'];
}

/** How a change is looked at. */
export interface PreviewOptions extends Pick<
  ApplyOptions,
  'rights' | 'baseRevision' | 'base' | 'onConflict'
> {
  /** Who would make the change; nobody who is known, unless given. */
  readonly author?: string;
  /** False unless given. */
  readonly isBinding?: boolean;
  /** What is applied before it, in that order; nothing unless given. */
  readonly after?: readonly WantedState[];
}

/** Makes flags and segments of a namespace what is wanted, in one transaction, or says what that would do. */
export class ChangeApplication {
  constructor(private readonly importer: Importer) {}

  /** @throws ReadOnlyError if this instance must not change anything. */
  assertWritable(): void {
    this.importer.assertWritable();
  }

  /**
   * What a change would do now, or after others; conflicts and errors are told, or refused if it is to be binding.
   *
   * @throws NotFoundError, InvalidArgumentError and PermissionDeniedError as {@link apply} does, for what no plan can
   *   be made for.
   */
  async preview(
    wanted: WantedState,
    {
      author = '',
      rights,
      baseRevision,
      base,
      onConflict = 'fail',
      isBinding = false,
      after = [],
    }: PreviewOptions,
  ): Promise<ChangeReport> {
    const watched = new WatchedChange(wanted, {
      ...{ revision: baseRevision, states: base, isBinding, isRaised: false, onConflict },
    });
    const { watch } = watched;
    const outcome = await this.importer.preview(wanted.document, modeOf(wanted), {
      ...{ author, rights, watch },
      ...(after.length > 0 && { foresee: (reading) => readingAfter(reading, after) }),
    });
    return { ...outcome, ...watched.details, merged: watched.merged };
  }

  /**
   * Carries a change out: all of it, or nothing.
   *
   * @throws ReadOnlyError if this instance must not change anything.
   * @throws NotFoundError if there is no such namespace, or not what an edit names.
   * @throws FailedPreconditionError if an edit cannot be done.
   * @throws ConflictError if something that it touches was changed since its base.
   * @throws InvalidArgumentError if the base is none, if it names a segment or variant that there is not, deletes a
   *   segment that a flag looks at, or makes something wrong that was not.
   * @throws PermissionDeniedError if the namespace itself would be changed, and the caller must not.
   */
  async apply(
    wanted: WantedState,
    { baseRevision, base, onConflict = 'fail', left, note, ...options }: ApplyOptions,
  ): Promise<ChangeReport> {
    const watched = new WatchedChange(wanted, {
      ...{ revision: baseRevision, states: base, isBinding: true, isRaised: true, onConflict, left },
    });
    const { watch } = watched;
    const outcome = await this.importer.import(wanted.document, modeOf(wanted), {
      ...options,
      note: { ...note, reverts: wanted.reverts },
      watch,
    });
    return { ...outcome, ...watched.details, merged: watched.merged };
  }
}
