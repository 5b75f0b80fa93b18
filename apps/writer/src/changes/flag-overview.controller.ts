import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { presentPlace, Rpc } from '@pennon/api';
import { FlagOverview, type FlagElsewhere } from '@pennon/changes';
import { resolveNamespaceKey } from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';

const { method } = pennonChanges.ChangeService;
const { FlagElsewhere_Status: Status } = pennonChanges;

/** Most uses of a segment that are told. Source: proto/pennon/changes.proto. */
const MAX_USES = 1000;

/** Tells which flags use a segment, and whether a flag is the same in other namespaces. */
@Controller()
export class FlagOverviewController {
  constructor(private readonly overview: FlagOverview) {}

  /** @throws NotFoundError if there is no such segment. */
  @Rpc(method.listSegmentUses)
  async uses(request: pennonChanges.ListSegmentUsesRequest): Promise<pennonChanges.SegmentUses> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const found = await this.overview.usesOf(namespaceKey, request.segmentKey, MAX_USES + 1);
    return create(pennonChanges.SegmentUsesSchema, {
      places: found
        .slice(0, MAX_USES)
        .map(({ flagKey: key, part, rank }) => presentPlace({ kind: 'flag', key, part, item: `${rank}` })),
      more: found.length > MAX_USES,
    });
  }

  /** @throws NotFoundError if there is no such flag, or one of the other namespaces is not there. */
  @Rpc(method.compareFlag)
  async compare(request: pennonChanges.CompareFlagRequest): Promise<pennonChanges.FlagComparison> {
    const others = [...new Set(request.with)];
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    const found = await this.overview.compare(namespaceKey, request.flagKey, others);
    return create(pennonChanges.FlagComparisonSchema, { namespaces: found.map(presentElsewhere) });
  }
}

function presentElsewhere(elsewhere: FlagElsewhere): pennonChanges.FlagElsewhere {
  const { namespaceKey, parts, segments } = elsewhere;
  return create(pennonChanges.FlagElsewhereSchema, {
    namespaceKey,
    status: statusOf(elsewhere),
    parts: [...parts],
    segments: [...segments],
  });
}

function statusOf({ isThere, parts, segments }: FlagElsewhere): pennonChanges.FlagElsewhere_Status {
  if (!isThere) return Status.MISSING;
  return parts.length + segments.length === 0 ? Status.SAME : Status.DIFFERS;
}
