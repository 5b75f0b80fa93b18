import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { type DescService } from '@bufbuild/protobuf';
import { type Config } from '@pennon/config';
import { ErrorFilter } from './http/error.filter';
import { GrpcDoor } from './grpc/grpc-door';
import { HttpDoor } from './http/http-door';
import { HttpDoorController } from './http/http-door.controller';
import { RouteTable } from './http/route-table';
import { InstanceDescription } from './meta/instance-description';
import { MetaController } from './meta/meta.controller';
import { Gate } from './rpc/gate';
import { RpcRegistry } from './rpc/rpc-registry';

/**
 * The doors, and what they share. An app imports it last, because the HTTP door answers every path, and provides a
 * {@link Gate} from a module that is global.
 */
@Module({})
export class ApiModule {
  /** @param services The services whose routes are known; those without a handler in the app answer 501. */
  static forRoot(config: Config, services: readonly DescService[]): DynamicModule {
    return {
      module: ApiModule,
      global: true,
      imports: [DiscoveryModule],
      controllers: [MetaController, HttpDoorController],
      providers: [
        RpcRegistry,
        { provide: InstanceDescription, useFactory: () => new InstanceDescription(config) },
        { provide: RouteTable, useFactory: () => new RouteTable(services) },
        {
          provide: HttpDoor,
          useFactory: (registry: RpcRegistry, gate: Gate) => new HttpDoor(config, registry, gate),
          inject: [RpcRegistry, Gate],
        },
        {
          provide: GrpcDoor,
          useFactory: (registry: RpcRegistry, gate: Gate) =>
            new GrpcDoor(config.server, registry, gate, services),
          inject: [RpcRegistry, Gate],
        },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [GrpcDoor, HttpDoor, RouteTable, RpcRegistry],
    };
  }
}
