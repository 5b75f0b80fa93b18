import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { grpcHealth, Rpc } from '@pennon/api';
import { NotFoundError } from '@pennon/domain';
import { map, merge, NEVER, of, type Observable } from 'rxjs';
import { KnownServices } from './known-services';
import { ServingState } from './serving-state';

const { Health, HealthCheckResponseSchema, HealthCheckResponse_ServingStatus: Status } = grpcHealth;

/** The standard health protocol of gRPC, for load balancers and probes; never asks for credentials. */
@Controller()
export class GrpcHealthController {
  constructor(
    private readonly serving: ServingState,
    private readonly services: KnownServices,
  ) {}

  /** @throws NotFoundError if there is no such service. */
  @Rpc(Health.method.check)
  check({ service }: grpcHealth.HealthCheckRequest): grpcHealth.HealthCheckResponse {
    if (!this.services.has(service)) throw new NotFoundError('unknown service');
    return answerOf(this.serving.isServing);
  }

  /** A service that is unknown now will never be known, but the protocol wants the stream kept open. */
  @Rpc(Health.method.watch)
  watch({ service }: grpcHealth.HealthCheckRequest): Observable<grpcHealth.HealthCheckResponse> {
    if (!this.services.has(service)) {
      return merge(of(create(HealthCheckResponseSchema, { status: Status.SERVICE_UNKNOWN })), NEVER);
    }
    return this.serving.changes.pipe(map(answerOf));
  }
}

function answerOf(isServing: boolean): grpcHealth.HealthCheckResponse {
  return create(HealthCheckResponseSchema, { status: isServing ? Status.SERVING : Status.NOT_SERVING });
}
