import type { pennonChanges } from '@pennon/proto';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from './client';
import { apiPath } from './paths';

/** Revisions of one page. */
const PAGE_SIZE = '50';

/** What a namespace became by one save, import or call, and who did it. */
export interface Revision {
  /** As the API takes it. */
  readonly revision: string;
  /** RFC 3339. */
  readonly at: string;
  /** What the author is called; empty if nothing is known. */
  readonly author: string;
  /** `api`, `import`, `change`, `restore`, `promotion` or `schedule`. */
  readonly origin: string;
  /** What the author said about it. */
  readonly message: string;
  /** The first lines of what it changed, each with its sign. */
  readonly lines: readonly string[];
  readonly linesLeftOut: number;
  readonly subjects: readonly Required<pennonChanges.SubjectChangeJson>[];
  readonly approvedBy: readonly string[];
  /** True if it passed by the review that the policy asks for. */
  readonly isBypassed: boolean;
  /** The revision that it put back; empty for none. */
  readonly reverts: string;
  /** The revisions that put it back. */
  readonly revertedBy: readonly string[];
}

interface RevisionPage {
  readonly revisions: readonly Revision[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/** The revisions that changed a flag or what belongs to it, page by page, the latest first. */
export function flagRevisionsQuery(namespaceKey: string, flagKey: string) {
  return infiniteQueryOptions({
    queryKey: ['ns', namespaceKey, 'revisions', flagKey],
    staleTime: 0,
    queryFn: async ({ signal, pageParam }): Promise<RevisionPage> => {
      const path = apiPath('namespaces', namespaceKey, 'revisions');
      const pageToken = pageParam === '' ? undefined : pageParam;
      const query = { flagKey, limit: PAGE_SIZE, pageToken };
      const page = await api.get<pennonChanges.RevisionListJson>(path, { signal, query, refusable: true });
      return { revisions: (page.revisions ?? []).map(revisionOf), nextPageToken: page.nextPageToken ?? '' };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? undefined : nextPageToken),
  });
}

function revisionOf(wire: pennonChanges.RevisionJson): Revision {
  const { revision = '', at = '', author, origin = '', message = '', lines = [], linesLeftOut = 0 } = wire;
  const { subjects = [], approvedBy = [], bypassed = false, reverts = '', revertedBy = [] } = wire;
  return {
    ...{ revision, at, origin, message, lines, linesLeftOut, reverts, revertedBy },
    author: nameOf(author),
    subjects: subjects.map(({ kind = '', key = '', action = '' }) => ({ kind, key, action })),
    approvedBy: approvedBy.map(nameOf),
    isBypassed: bypassed,
  };
}

function nameOf(author: pennonChanges.AuthorJson | undefined): string {
  return author?.displayName ?? '';
}
