import { pennonChanges, pennonTransfer } from '@pennon/proto';
import { firstOf, listRequest, namespacePath, PAGE_SIZE, type ServerCalls } from './server-calls';

/** Which revisions to list; what is `''` leaves none out. */
export interface RevisionFilter {
  readonly flagKey: string;
  readonly segmentKey: string;
  /** What the author is called, letter by letter. */
  readonly actor: string;
  readonly origin: string;
}

/** A revision of a namespace. */
export interface RemoteRevision {
  readonly namespaceKey: string;
  /** `N`, or `N.mark`. */
  readonly revision: string;
}

/** The revisions that a running server keeps. Every method rejects with a DomainError that says what to do. */
export class RemoteHistory {
  constructor(private readonly calls: ServerCalls) {}

  /** Revisions, the latest first. @param limit Most of them. */
  revisions(
    namespaceKey: string,
    filter: RevisionFilter,
    limit: number,
  ): AsyncIterable<pennonChanges.Revision> {
    const query = { ...filter, limit: `${Math.min(limit, PAGE_SIZE)}` };
    const all = this.calls.items(async (page) => {
      const request = listRequest(namespacePath(namespaceKey, '/revisions'), page, query);
      const list = await this.calls.ask(pennonChanges.RevisionListSchema, request);
      return { items: list.revisions, next: list.nextPageToken };
    });
    return firstOf(all, limit);
  }

  /** A revision with all that it changed. @throws NotFoundError if it is not known. */
  async revision({ namespaceKey, revision }: RemoteRevision): Promise<{
    readonly revision: pennonChanges.Revision;
    readonly items: readonly pennonChanges.Item[];
  }> {
    let found: pennonChanges.Revision | undefined;
    const path = namespacePath(namespaceKey, `/revisions/${revision}`);
    const items = await this.calls.everyItem(async (page) => {
      const details = await this.calls.ask(pennonChanges.RevisionDetailsSchema, listRequest(path, page));
      found ??= details.revision;
      return { items: details.items, next: details.nextPageToken };
    });
    if (found === undefined) throw this.calls.oddAnswer();
    return { revision: found, items };
  }

  /**
   * What differs between two revisions, of one namespace or of two.
   *
   * @param to Its revision is undefined for the latest.
   * @returns also the revision that the latest was.
   * @throws NotFoundError if one of them is not known.
   */
  async compare(
    from: RemoteRevision,
    to: { readonly namespaceKey: string; readonly revision: string | undefined },
  ): Promise<{ readonly items: readonly pennonChanges.Item[]; readonly to: string }> {
    const fromNamespace = from.namespaceKey === to.namespaceKey ? '' : from.namespaceKey;
    // All pages are of one revision, whatever is changed meanwhile.
    let { revision } = to;
    const items = await this.calls.everyItem(async (page) => {
      const below = `/revisions/${from.revision}/compare/${revision ?? 'latest'}`;
      const request = listRequest(namespacePath(to.namespaceKey, below), page, { fromNamespace });
      const comparison = await this.calls.ask(pennonChanges.ComparisonSchema, request);
      revision ??= comparison.to;
      return { items: comparison.items, next: comparison.nextPageToken };
    });
    return { items, to: revision ?? '' };
  }

  /** The latest revision of a namespace. @throws NotFoundError if there is, and was, no such namespace. */
  async latest(namespaceKey: string): Promise<string> {
    const filter = { flagKey: '', segmentKey: '', actor: '', origin: '' };
    for await (const { revision } of this.revisions(namespaceKey, filter, 1)) return revision;
    // Nothing was changed since the server began to keep the history.
    const { revision } = await this.calls.ask(pennonTransfer.ExportNamespaceResponseSchema, {
      verb: 'GET',
      path: namespacePath(namespaceKey, '/document'),
      timeoutMs: this.calls.transferTimeoutMs,
    });
    return revision;
  }
}
