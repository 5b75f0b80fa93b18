import { type ServerResponse } from 'node:http';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { HealthCheckService } from '@nestjs/terminus';
import { NotFoundError, NotServingError } from '@pennon/domain';
import { KnownServices } from './known-services';
import { ServingIndicator } from './serving.indicator';

const servingBody = '{"status":"SERVING"}\n';

/** The probe for load balancers and orchestrators; never asks for credentials. Source: management-api.md 1.5. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly serving: ServingIndicator,
    private readonly services: KnownServices,
  ) {}

  /**
   * @param service Full name of a service; empty for the whole instance.
   * @throws NotFoundError if there is no such service.
   * @throws NotServingError if the instance is starting or shutting down.
   */
  @Get()
  async check(@Res() response: ServerResponse, @Query('service') service = ''): Promise<void> {
    if (!this.services.has(service)) throw new NotFoundError('unknown service');
    try {
      await this.health.check([() => this.serving.check()]);
    } catch (cause) {
      throw new NotServingError({ cause });
    }
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(servingBody),
    });
    response.end(servingBody);
  }
}
