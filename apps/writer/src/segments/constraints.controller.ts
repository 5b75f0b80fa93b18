import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt, Rpc, type RpcCall } from '@pennon/api';
import { resolveNamespaceKey } from '@pennon/domain';
import { ConstraintsService } from './constraints.service';
import { presentConstraint } from './segments.presenter';
import { createdConstraint, updatedConstraint } from './constraint-input';

const { method } = flipt.Flipt;

/** RPCs of constraints. */
@Controller()
export class ConstraintsController {
  constructor(private readonly constraints: ConstraintsService) {}

  @Rpc(method.createConstraint)
  async create(request: flipt.CreateConstraintRequest, call: RpcCall): Promise<flipt.Constraint> {
    const constraint = await this.constraints.create(call, {
      ...createdConstraint(request),
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      segmentKey: request.segmentKey,
      description: request.description,
    });
    return presentConstraint(constraint);
  }

  @Rpc(method.updateConstraint)
  async update(request: flipt.UpdateConstraintRequest, call: RpcCall): Promise<flipt.Constraint> {
    const changes = { ...updatedConstraint(request), description: request.description };
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentConstraint(
      await this.constraints.update(call, namespaceKey, request.segmentKey, request.id, changes),
    );
  }

  @Rpc(method.deleteConstraint)
  async delete(request: flipt.DeleteConstraintRequest, call: RpcCall): Promise<Empty> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    await this.constraints.delete(call, namespaceKey, request.segmentKey, request.id);
    return create(EmptySchema);
  }
}
