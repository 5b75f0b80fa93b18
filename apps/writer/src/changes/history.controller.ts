import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { numberInPageToken, pageLimit, Rpc } from '@pennon/api';
import {
  compareDocuments,
  NamespaceExports,
  NamespaceHistory,
  type NamespaceDifference,
  type SubjectPage,
} from '@pennon/changes';
import type { NamespaceDocument } from '@pennon/document';
import { NotFoundError, quote, resolveNamespaceKey, revisionOrigins, type SubjectKey } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import { pageBehind, presentItem, presentRevision, subjectInPageToken } from './history.presenter';

const { method } = pennonChanges.ChangeService;

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
      actor: request.actor === '' ? undefined : request.actor,
      origin: revisionOrigins.find((word) => word === request.origin),
      below: numberInPageToken(request.pageToken),
      limit: limit + 1,
    });
    const revisions = found.slice(0, limit);
    const next = found.length > limit ? revisions.at(-1) : undefined;
    return create(pennonChanges.RevisionListSchema, {
      revisions: revisions.map(presentRevision),
      nextPageToken: next === undefined ? '' : `${next.revision}`,
    });
  }

  /** @throws NotFoundError if the revision is not known. */
  @Rpc(method.getRevision)
  async get(request: pennonChanges.GetRevisionRequest): Promise<pennonChanges.RevisionDetails> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const { entry, items, next } = await this.history.find(
      namespaceKey,
      numberOf(request.revision),
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
    const from = numberOf(request.from);
    const to = request.to === 'latest' ? await this.history.latest(namespaceKey) : Number(request.to);
    const page = pageOf(request);
    const { items, next } =
      fromNamespace === namespaceKey
        ? await this.history.compare(namespaceKey, from, to, page)
        : await this.compareNamespaces(fromNamespace, from, namespaceKey, to, page);
    return create(pennonChanges.ComparisonSchema, {
      items: items.map(presentItem),
      nextPageToken: pageBehind(next),
      to: BigInt(to),
    });
  }

  private async compareNamespaces(
    fromNamespace: string,
    from: number,
    namespaceKey: string,
    to: number,
    page: SubjectPage,
  ): Promise<NamespaceDifference> {
    const before = await this.documentAt(fromNamespace, from);
    return compareDocuments(before, await this.documentAt(namespaceKey, to), page);
  }

  private async documentAt(namespaceKey: string, revision: number): Promise<NamespaceDocument> {
    const exported = await this.exports.readAt(namespaceKey, revision);
    if (exported !== undefined) return exported.document;
    throw new NotFoundError(`there was no namespace ${quote(namespaceKey)} at revision ${revision}`);
  }
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

/** A revision as a number: what is beyond all that there are stays beyond. */
function numberOf(revision: bigint): number {
  return Math.min(Number(revision), Number.MAX_SAFE_INTEGER);
}
