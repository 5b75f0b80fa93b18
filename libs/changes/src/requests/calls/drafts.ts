import { NotFoundError, quote, type NamespaceContents, type Revision } from '@pennon/domain';
import type { UnitOfWork } from '@pennon/storage';
import { readingIn } from '../../reading/namespace-reading';
import type { ChangeApplication, PreviewOptions } from '../../wanted/change-application';
import { readingAfter } from '../../wanted/reading-after';
import { subjectsOf, type WantedState } from '../../wanted/wanted-state';
import { findReviewed } from '../approvals/reviewed-request';
import { statesLeftBy } from './step-plans';

/** Changes that are not applied, in their order, each as it comes to over what there is; one at least. */
export type Draft = readonly WantedState[];

/** Some flags of a namespace with all of its segments, as they are and as they would be. */
export interface DraftStates {
  /** That of the present. */
  readonly revision: Revision;
  /** Those that were asked for, whether they are there or not. */
  readonly flagKeys: readonly string[];
  readonly present: NamespaceContents;
  readonly drafted: NamespaceContents;
}

/** What namespaces would be after changes that are not applied. Nothing is written. */
export class Drafts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly application: ChangeApplication,
  ) {}

  /**
   * What a new change comes to; where it is in conflict, all that it wants.
   *
   * @throws DomainError as {@link ChangeApplication.preview} does, if no plan can be made for it.
   */
  async ofWanted(
    wanted: WantedState,
    options: Pick<PreviewOptions, 'baseRevision' | 'onConflict'>,
  ): Promise<Draft> {
    const { merged } = await this.application.preview(wanted, { rights: undefined, ...options });
    return [merged];
  }

  /**
   * What a change that waits comes to, after the steps before it.
   *
   * @throws NotFoundError if there is none such.
   * @throws FailedPreconditionError if it does not wait, or no plan can be made for it now.
   */
  async ofRequest(namespaceKey: string, id: string): Promise<Draft> {
    const found = await this.unitOfWork.read((stores) => findReviewed(stores, namespaceKey, id));
    return statesLeftBy(this.unitOfWork, this.application, found);
  }

  /**
   * Some flags as they are, and as they would be.
   *
   * @param flagKeys Undefined for the flags that the draft names, and those that use a segment that it names.
   * @throws NotFoundError if there is no such namespace.
   */
  async read(namespaceKey: string, draft: Draft, flagKeys?: readonly string[]): Promise<DraftStates> {
    return this.unitOfWork.read(async (stores) => {
      const present = readingIn(stores, namespaceKey);
      const drafted = readingAfter(present, draft);
      const [before, after] = [await present.outline(), await drafted.outline()];
      if (before === undefined || after === undefined)
        throw new NotFoundError(`namespace ${quote(namespaceKey)} not found`);
      const subjects = draft.flatMap(subjectsOf);
      const keysOf = (asked: 'flag' | 'segment'): readonly string[] =>
        subjects.flatMap((subject) => (subject.kind === asked ? [subject.key] : []));
      const segments = keysOf('segment');
      const users = [...(await present.usersOf(segments)), ...(await drafted.usersOf(segments))];
      const touched = [...keysOf('flag'), ...users.map(({ flagKey }) => flagKey)];
      const keys = new Set(flagKeys ?? touched.toSorted());
      const parts = { flagKeys: keys };
      return {
        revision: before.revision,
        flagKeys: [...keys],
        present: await present.rows({ ...parts, segmentKeys: new Set(before.segmentKeys) }),
        drafted: await drafted.rows({ ...parts, segmentKeys: new Set(after.segmentKeys) }),
      };
    });
  }
}
