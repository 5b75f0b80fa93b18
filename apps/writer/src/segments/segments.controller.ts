import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, limitedPageRequest, Rpc, type RpcCall } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { matchTypeWords, presentSegment, presentSegments } from './segments.presenter';
import { SegmentsService } from './segments.service';

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
    const segment = await this.segments.create(call, {
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
      await this.segments.update(call, namespaceKey, key, { name, description, matchType }),
    );
  }

  @Rpc(method.deleteSegment)
  async delete({ namespaceKey, key }: flipt.DeleteSegmentRequest, call: RpcCall): Promise<Empty> {
    await this.segments.delete(call, resolveNamespaceKey(namespaceKey), key);
    return create(EmptySchema);
  }
}
