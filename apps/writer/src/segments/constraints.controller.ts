import { create } from '@bufbuild/protobuf';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { flipt } from '@pennon/api';
import { assertNotEmpty, resolveNamespaceKey } from '@pennon/domain';
import { Write } from '../changes/write';
import { ConstraintsService } from './constraints.service';
import { presentConstraint } from './segments.presenter';
import { validateConstraint, validateDeleteConstraint } from './segments.validation';

const { method } = flipt.Flipt;

/** RPCs of constraints. */
@Controller()
export class ConstraintsController {
  constructor(private readonly constraints: ConstraintsService) {}

  @Write(method.createConstraint)
  async create(request: flipt.CreateConstraintRequest): Promise<flipt.Constraint> {
    const constraint = await this.constraints.create({
      ...validateConstraint(request),
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      segmentKey: request.segmentKey,
      description: request.description,
    });
    return presentConstraint(constraint);
  }

  @Write(method.updateConstraint)
  async update(request: flipt.UpdateConstraintRequest): Promise<flipt.Constraint> {
    assertNotEmpty('id', request.id);
    const changes = { ...validateConstraint(request), description: request.description };
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    return presentConstraint(
      await this.constraints.update(namespaceKey, request.segmentKey, request.id, changes),
    );
  }

  @Write(method.deleteConstraint)
  async delete(request: flipt.DeleteConstraintRequest): Promise<Empty> {
    validateDeleteConstraint(request);
    const namespaceKey = resolveNamespaceKey(request.namespaceKey);
    await this.constraints.delete(namespaceKey, request.segmentKey, request.id);
    return create(EmptySchema);
  }
}
