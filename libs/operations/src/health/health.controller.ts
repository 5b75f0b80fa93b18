import type { ServerResponse } from 'node:http';
import { create } from '@bufbuild/protobuf';
import { All, Controller, Get, Injectable, MethodNotAllowedException, Query, Res } from '@nestjs/common';
import { HealthCheckService } from '@nestjs/terminus';
import { map, merge, NEVER, type Observable, of } from 'rxjs';
import { AGE_HEADER, Rpc, RpcRegistry } from '@pennon/api';
import { grpcHealth } from '@pennon/proto';
import { NotFoundError, NotServingError } from '@pennon/domain';
import { Readiness } from './readiness';
import { AgeLimit, ServingIndicator, ServingState } from './serving-state';

/** Clients of Flipt compare it. */
const servingBody = '{"status":"SERVING"}\n';

/** The services that have a health: all that this instance offers, and the whole, whose name is empty. */
@Injectable()
export class KnownServices {
  constructor(private readonly registry: RpcRegistry) {}

  /** @param service Full name, such as `flipt.Flipt`. */
  has(service: string): boolean {
    return service === '' || this.registry.serviceNames.has(service);
  }
}

/** The probes for load balancers and orchestrators; never ask for credentials. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly serving: ServingIndicator,
    private readonly state: ServingState,
    private readonly ageLimit: AgeLimit,
    private readonly services: KnownServices,
    private readonly readiness: Readiness,
  ) {}

  /**
   * @param service Full name of a service; empty for the whole instance.
   * @throws NotFoundError if there is no such service.
   * @throws NotServingError if the instance is starting or shutting down, or its snapshots are too old.
   */
  @Get()
  async check(@Res() response: ServerResponse, @Query('service') service = ''): Promise<void> {
    if (!this.services.has(service)) throw new NotFoundError('unknown service');
    response.setHeader(AGE_HEADER, this.ageLimit.greatestAgeMs);
    try {
      await this.health.check([() => this.serving.check()]);
    } catch (cause) {
      throw new NotServingError({ cause, reason: this.state.reason });
    }
    reply(response);
  }

  /** Whether requests are to be sent here, as the status of the answer says, and the state of each part. */
  @Get('ready')
  ready(@Res() response: ServerResponse): void {
    response.setHeader(AGE_HEADER, this.ageLimit.greatestAgeMs);
    const report = this.readiness.report();
    reply(response, `${JSON.stringify(report)}\n`, report.status === 'SERVING' ? 200 : 503);
  }

  /** Whether the process still answers: if not, it is to be started anew. */
  @Get('live')
  live(@Res() response: ServerResponse): void {
    reply(response);
  }

  /** @throws MethodNotAllowedException always. */
  @All(['', 'ready', 'live'])
  refuseMethod(): never {
    throw new MethodNotAllowedException();
  }
}

function reply(response: ServerResponse, body = servingBody, status = 200): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

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
