import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import {
  callerOf,
  comparisonTypeWords,
  limitedPageRequest,
  nextPageToken,
  Rpc,
  type RpcCall,
} from '@pennon/api';
import { EnumWords, flipt, timestampOf } from '@pennon/proto';
import {
  type Constraint,
  type MatchType,
  type Page,
  resolveNamespaceKey,
  type SegmentWithConstraints,
} from '@pennon/domain';
import { SegmentsService } from './segments.service';

/** Match types on the wire. */
export const matchTypeWords = new EnumWords<MatchType, flipt.MatchType>({
  all: flipt.MatchType.ALL_MATCH_TYPE,
  any: flipt.MatchType.ANY_MATCH_TYPE,
});

/** A constraint on the wire. */
export function presentConstraint(constraint: Constraint): flipt.Constraint {
  const { id, namespaceKey, segmentKey, type, property, operator, value, description } = constraint;
  return create(flipt.ConstraintSchema, {
    id,
    segmentKey,
    type: comparisonTypeWords.toWire(type),
    property,
    operator,
    value,
    createdAt: timestampOf(constraint.createdAt),
    updatedAt: timestampOf(constraint.updatedAt),
    namespaceKey,
    description,
  });
}

/** A segment on the wire. */
export function presentSegment(segment: SegmentWithConstraints): flipt.Segment {
  const { key, name, description, constraints, matchType, namespaceKey } = segment;
  return create(flipt.SegmentSchema, {
    key,
    name,
    description,
    createdAt: timestampOf(segment.createdAt),
    updatedAt: timestampOf(segment.updatedAt),
    constraints: constraints.map(presentConstraint),
    matchType: matchTypeWords.toWire(matchType),
    namespaceKey,
  });
}

/** A page of segments on the wire. */
function presentSegments({ items, totalCount, next }: Page<SegmentWithConstraints>): flipt.SegmentList {
  return create(flipt.SegmentListSchema, {
    segments: items.map(presentSegment),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}

const { method } = flipt.Flipt;

/** RPCs of segments. */
@Controller()
export class SegmentsController {
  constructor(private readonly segments: SegmentsService) {}

  @Rpc(method.getSegment)
  async get({ namespaceKey, key }: flipt.GetSegmentRequest): Promise<flipt.Segment> {
    return presentSegment(await this.segments.get(resolveNamespaceKey(namespaceKey), key));
  }

  @Rpc(method.listSegments)
  async list(request: flipt.ListSegmentRequest): Promise<flipt.SegmentList> {
    const page = limitedPageRequest(request);
    return presentSegments(await this.segments.list(resolveNamespaceKey(request.namespaceKey), page));
  }

  @Rpc(method.createSegment)
  async create(request: flipt.CreateSegmentRequest, call: RpcCall): Promise<flipt.Segment> {
    const { key, name, description } = request;
    const segment = await this.segments.create(callerOf(call), {
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      key,
      name,
      description,
      matchType: matchTypeWords.fromWire('matchType', request.matchType),
    });
    return presentSegment(segment);
  }

  @Rpc(method.updateSegment)
  async update(request: flipt.UpdateSegmentRequest, call: RpcCall): Promise<flipt.Segment> {
    const { key, name, description } = request;
    const matchType = matchTypeWords.fromWire('matchType', request.matchType);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentSegment(
      await this.segments.update(callerOf(call), namespaceKey, key, { name, description, matchType }),
    );
  }

  @Rpc(method.deleteSegment)
  async delete({ namespaceKey, key }: flipt.DeleteSegmentRequest, call: RpcCall): Promise<Empty> {
    await this.segments.delete(callerOf(call), resolveNamespaceKey(namespaceKey), key);
    return create(EmptySchema);
  }
}
