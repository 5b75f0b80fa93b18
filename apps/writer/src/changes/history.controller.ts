import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { numberInPageToken, pageLimit, Rpc, type RpcCall } from '@pennon/api';
import {
  compareDocuments,
  NamespaceExports,
  NamespaceHistory,
  type NamespaceDifference,
  type NamespaceExport,
  type SubjectPage,
} from '@pennon/changes';
import {
  NotFoundError,
  quote,
  readRevision,
  resolveNamespaceKey,
  revisionOrigins,
  revisionText,
  subjectKinds,
  type Revision,
  type RevisionFilter,
  type SubjectKey,
} from '@pennon/domain';
import { momentOf, pennonChanges } from '@pennon/proto';
import {
  pageBehind,
  pageBehindRevision,
  presentActor,
  presentItem,
  presentRevision,
  presentRevisions,
  revisionInPageToken,
  subjectInPageToken,
} from './history.presenter';

const { method } = pennonChanges.ChangeService;

/** Most authors that are told. */
const MAX_ACTORS = 100;

/** Tells who changed what of namespaces, and what it was before and after. */
@Controller()
export class HistoryController {
  constructor(
    private readonly history: NamespaceHistory,
    private readonly exports: NamespaceExports,
  ) {}

  /** @throws NotFoundError if there is, and was, no such namespace. */
  @Rpc(method.listRevisions)
  async list(request: pennonChanges.ListRevisionsRequest): Promise<pennonChanges.RevisionList> {
    const limit = pageLimit(request.limit);
    const found = await this.history.list({
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      subjects: subjectsOf(request),
      ...filterOf(request),
      below: numberInPageToken(request.pageToken),
      limit: limit + 1,
    });
    return presentRevisions(found, limit, ({ revision }) => `${revision}`);
  }

  @Rpc(method.findRevisions)
  async find(
    request: pennonChanges.FindRevisionsRequest,
    { visibleNamespaces }: RpcCall,
  ): Promise<pennonChanges.RevisionList> {
    const limit = pageLimit(request.limit);
    const found = await this.history.search({
      namespaceKeys: visibleNamespaces,
      ...filterOf(request),
      behind: revisionInPageToken(request.pageToken),
      limit: limit + 1,
    });
    return presentRevisions(found, limit, pageBehindRevision);
  }

  /** @throws NotFoundError if there is, and was, no such namespace. */
  @Rpc(method.listActors)
  async actors(request: pennonChanges.ListActorsRequest): Promise<pennonChanges.ActorList> {
    const found = await this.history.actors(resolveNamespaceKey(request.namespaceKey), MAX_ACTORS + 1);
    return create(pennonChanges.ActorListSchema, {
      actors: found.slice(0, MAX_ACTORS).map(presentActor),
      more: found.length > MAX_ACTORS,
    });
  }

  /** @throws NotFoundError if the revision is not known. */
  @Rpc(method.getRevision)
  async get(request: pennonChanges.GetRevisionRequest): Promise<pennonChanges.RevisionDetails> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { entry, items, next } = await this.history.find(
      namespaceKey,
      readRevision('revision', request.revision),
      pageOf(request),
    );
    return create(pennonChanges.RevisionDetailsSchema, {
      revision: presentRevision(entry),
      items: items.map(presentItem),
      nextPageToken: pageBehind(next),
    });
  }

  /** @throws NotFoundError if one of the revisions is not known, or its namespace was not there then. */
  @Rpc(method.compareRevisions)
  async compare(request: pennonChanges.CompareRevisionsRequest): Promise<pennonChanges.Comparison> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const fromNamespace = request.fromNamespace === '' ? namespaceKey : request.fromNamespace;
    const from = readRevision('from', request.from);
    const last = request.to === 'latest' ? undefined : readRevision('to', request.to);
    const page = pageOf(request);
    const { items, next, to } =
      fromNamespace === namespaceKey
        ? await this.history.compare(namespaceKey, from, last, page)
        : await this.compareNamespaces(fromNamespace, from, namespaceKey, last, page);
    return create(pennonChanges.ComparisonSchema, {
      items: items.map(presentItem),
      nextPageToken: pageBehind(next),
      to: revisionText(to),
    });
  }

  private async compareNamespaces(
    fromNamespace: string,
    from: Revision,
    namespaceKey: string,
    to: Revision | undefined,
    page: SubjectPage,
  ): Promise<NamespaceDifference & { readonly to: Revision }> {
    const before = await this.exportAt(fromNamespace, from);
    const after = await this.exportAt(namespaceKey, to ?? (await this.history.latest(namespaceKey)));
    return { to: after.revision, ...compareDocuments(before.document, after.document, page) };
  }

  private async exportAt(namespaceKey: string, revision: Revision): Promise<NamespaceExport> {
    const exported = await this.exports.readAt(namespaceKey, revision);
    if (exported !== undefined) return exported;
    throw new NotFoundError(
      `there was no namespace ${quote(namespaceKey)} at revision ${revisionText(revision)}`,
    );
  }
}

/** Which revisions a request asks for, in words that both lists have. */
function filterOf(
  request: pennonChanges.ListRevisionsRequest | pennonChanges.FindRevisionsRequest,
): Omit<RevisionFilter, 'limit'> {
  const { actor, origin, since, until, kind, text } = request;
  return {
    actors: actor,
    origin: revisionOrigins.find((word) => word === origin),
    since: momentOf('since', since),
    until: momentOf('until', until),
    kinds: subjectKinds.filter((word) => kind.includes(word)),
    text: text === '' ? undefined : text,
  };
}

function subjectsOf({ flagKey, segmentKey }: pennonChanges.ListRevisionsRequest): readonly SubjectKey[] {
  const subjects: readonly SubjectKey[] = [
    { kind: 'flag', key: flagKey },
    { kind: 'segment', key: segmentKey },
  ];
  return subjects.filter(({ key }) => key !== '');
}

function pageOf(request: { readonly limit: number; readonly pageToken: string }): SubjectPage {
  return { limit: pageLimit(request.limit), after: subjectInPageToken(request.pageToken) };
}
