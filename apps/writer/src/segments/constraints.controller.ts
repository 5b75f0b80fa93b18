import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, comparisonTypeWords, Rpc, type RpcCall } from '@pennon/api';
import { flipt } from '@pennon/proto';
import { resolveNamespaceKey } from '@pennon/domain';
import {
  type ConstraintInput,
  normalizeConstraint,
  type NormalizedConstraint,
  storedOperatorsByType,
} from '@pennon/state';
import { presentConstraint } from './segments.controller';
import { ConstraintsService } from './segments.service';

/**
 * The constraint to store.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
function createdConstraint(request: flipt.CreateConstraintRequest): NormalizedConstraint {
  return normalizeConstraint(inputOf(request));
}

/**
 * What to store in place of a constraint, which may keep an operator that documents allow, and the API does not.
 *
 * @throws InvalidArgumentError if a part is missing or does not fit its comparison type.
 */
function updatedConstraint(request: flipt.UpdateConstraintRequest): NormalizedConstraint {
  return normalizeConstraint(inputOf(request), storedOperatorsByType);
}

function inputOf({
  type,
  property,
  operator,
  value,
}: flipt.CreateConstraintRequest | flipt.UpdateConstraintRequest): ConstraintInput {
  return { type: comparisonTypeWords.find(type), property, operator, value };
}

const { method } = flipt.Flipt;

/** RPCs of constraints. */
@Controller()
export class ConstraintsController {
  constructor(private readonly constraints: ConstraintsService) {}

  @Rpc(method.createConstraint)
  async create(request: flipt.CreateConstraintRequest, call: RpcCall): Promise<flipt.Constraint> {
    const constraint = await this.constraints.create(callerOf(call), {
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
      await this.constraints.update(callerOf(call), namespaceKey, request.segmentKey, request.id, changes),
    );
  }

  @Rpc(method.deleteConstraint)
  async delete(request: flipt.DeleteConstraintRequest, call: RpcCall): Promise<Empty> {
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    await this.constraints.delete(callerOf(call), namespaceKey, request.segmentKey, request.id);
    return create(EmptySchema);
  }
}
