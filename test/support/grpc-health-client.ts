import { type ServiceError } from '@grpc/grpc-js';
import { type GrpcRefusal } from './grpc-client';
import { IndependentClient } from './grpc-independent-client';
import { type GrpcStream } from './grpc-stream';

/** An answer of the standard health protocol. */
export interface Health {
  readonly status: string;
}

/** What a probe such as `grpc_health_probe` is: a plain client of the standard health protocol. */
export class GrpcHealthClient {
  private readonly client: IndependentClient;

  constructor(address: string) {
    this.client = new IndependentClient(address, 'grpc/health/v1/health.proto', 'grpc.health.v1.Health');
  }

  /** @param service Full name; empty for the whole server. */
  async check(service = ''): Promise<Health | GrpcRefusal> {
    try {
      return (await this.client.ask('Check', { service })) as Health;
    } catch (error) {
      const { code, details } = error as ServiceError;
      return { code, details };
    }
  }

  /** @param service Full name; empty for the whole server. */
  watch(service = ''): GrpcStream<Health> {
    return this.client.watch('Watch', { service });
  }

  close(): void {
    this.client.close();
  }
}
