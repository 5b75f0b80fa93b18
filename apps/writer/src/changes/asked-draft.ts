import type { Draft, Drafts, DraftStates } from '@pennon/changes';
import type { pennonExplain } from '@pennon/proto';
import type { AskedChanges } from './asked-change';

/** A change that is not applied, in a request that has one. */
export type GivenDraft = Exclude<pennonExplain.ExplainRequest['draft'], { case: undefined }>;

/** What requests are about that look at a change before it is applied: a new one, or one that waits. */
export class AskedDrafts {
  constructor(
    private readonly asked: AskedChanges,
    private readonly drafts: Drafts,
  ) {}

  /**
   * Some flags as they are, and as they would be.
   *
   * @param basis What a new change is held against.
   * @param flagKeys As of {@link Drafts.read}.
   * @throws DomainError as {@link Drafts} does, or if the source cannot be read.
   */
  async read(
    namespaceKey: string,
    given: GivenDraft,
    basis: Parameters<Drafts['ofWanted']>[1],
    flagKeys?: readonly string[],
  ): Promise<DraftStates> {
    return this.drafts.read(namespaceKey, await this.draftOf(namespaceKey, given, basis), flagKeys);
  }

  private async draftOf(
    namespaceKey: string,
    given: GivenDraft,
    basis: Parameters<Drafts['ofWanted']>[1],
  ): Promise<Draft> {
    if (given.case === 'changeId') return this.drafts.ofRequest(namespaceKey, given.value);
    const { wanted } = await this.asked.readWanted(namespaceKey, '', { [given.case]: given.value });
    return this.drafts.ofWanted(wanted, basis);
  }
}
