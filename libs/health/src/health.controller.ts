import { type ServerResponse } from 'node:http';
import { All, Controller, Get, MethodNotAllowedException, Query, Res } from '@nestjs/common';
import { HealthCheckService } from '@nestjs/terminus';
import { AGE_HEADER } from '@pennon/api';
import { NotFoundError, NotServingError } from '@pennon/domain';
import { AgeLimit } from './age-limit';
import { KnownServices } from './known-services';
import { ServingState } from './serving-state';
import { ServingIndicator } from './serving.indicator';

/** Clients compare it. */
const servingBody = '{"status":"SERVING"}\n';

/** The probes for load balancers and orchestrators; never ask for credentials. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly serving: ServingIndicator,
    private readonly state: ServingState,
    private readonly ageLimit: AgeLimit,
    private readonly services: KnownServices,
  ) {}

  /**
   * @param service Full name of a service; empty for the whole instance.
   * @throws NotFoundError if there is no such service.
   * @throws NotServingError if the instance is starting or shutting down, or its snapshots are too old.
   */
  @Get()
  async check(@Res() response: ServerResponse, @Query('service') service = ''): Promise<void> {
    if (!this.services.has(service)) throw new NotFoundError('unknown service');
    await this.ready(response);
  }

  /** Whether requests are to be sent here. */
  @Get('ready')
  async ready(@Res() response: ServerResponse): Promise<void> {
    response.setHeader(AGE_HEADER, this.ageLimit.greatestAgeMs);
    try {
      await this.health.check([() => this.serving.check()]);
    } catch (cause) {
      throw new NotServingError({ cause, reason: this.state.reason });
    }
    reply(response);
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

function reply(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(servingBody),
  });
  response.end(servingBody);
}
