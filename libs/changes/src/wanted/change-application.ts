import type { ChangeCaller, NamespaceRights, Revision } from '@pennon/domain';
import type { ChangeNote } from '../commit/changes';
import type { Importer, ImportOptions } from '../import/importer';
import type { ImportOutcome } from '../import/tally';
import type { ChangeDetails } from './plan-details';
import { readingAfter } from './reading-after';
import { modeOf, type WantedState } from './wanted-state';
import { type OnConflict, WatchedChange } from './watched-change';

/** What a change did, or would do. */
export interface ChangeReport extends ImportOutcome, ChangeDetails {}

/** How a change is carried out. */
export interface ApplyOptions {
  readonly caller: ChangeCaller;
  /** What the caller may do with namespaces themselves; everything if it is undefined. */
  readonly rights: NamespaceRights | undefined;
  readonly note: ChangeNote;
  /** The revision that the author has seen; undefined for no check. */
  readonly baseRevision: Revision | undefined;
  /** What becomes of what others have changed since; `fail` unless given. */
  readonly onConflict?: OnConflict;
  /** As of an import. */
  readonly begin?: ImportOptions['begin'];
  /** As of an import. */
  readonly settle?: ImportOptions['settle'];
}

/** How a change is looked at. */
export interface PreviewOptions extends Pick<ApplyOptions, 'rights' | 'baseRevision' | 'onConflict'> {
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
    { rights, baseRevision, onConflict = 'fail', isBinding = false, after = [] }: PreviewOptions,
  ): Promise<ChangeReport> {
    const watched = new WatchedChange(wanted, {
      ...{ revision: baseRevision, isBinding, isRaised: false, onConflict },
    });
    const { watch } = watched;
    const outcome = await this.importer.preview(wanted.document, modeOf(wanted), {
      ...{ rights, watch },
      ...(after.length > 0 && { foresee: (reading) => readingAfter(reading, after) }),
    });
    return { ...outcome, ...watched.details };
  }

  /**
   * Carries a change out: all of it, or nothing.
   *
   * @throws ReadOnlyError if this instance must not change anything.
   * @throws NotFoundError if there is no such namespace.
   * @throws ConflictError if something that it touches was changed since its base.
   * @throws InvalidArgumentError if the base is none, if it names a segment or variant that there is not, deletes a
   *   segment that a flag looks at, or makes something wrong that was not.
   * @throws PermissionDeniedError if the namespace itself would be changed, and the caller must not.
   */
  async apply(
    wanted: WantedState,
    { baseRevision, onConflict = 'fail', ...options }: ApplyOptions,
  ): Promise<ChangeReport> {
    const watched = new WatchedChange(wanted, {
      ...{ revision: baseRevision, isBinding: true, isRaised: true, onConflict },
    });
    const { watch } = watched;
    const outcome = await this.importer.import(wanted.document, modeOf(wanted), { ...options, watch });
    return { ...outcome, ...watched.details };
  }
}
