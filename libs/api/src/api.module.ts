import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { type DescService } from '@bufbuild/protobuf';
import { type Config } from '@pennon/config';
import { AccessLines, RpcCounts } from '@pennon/platform';
import { ErrorFilter, NotFoundController } from './http/error.filter';
import { GrpcDoor, type UnaryForwarder } from './grpc/grpc-door';
import { HttpDoor } from './http/http-door';
import { RouteTable } from './rpc/route-table';
import { TracedHttpDoor } from './http/traced-http-door';
import { InstanceDescription } from './meta/instance-description';
import { MetaController } from './meta/meta.controller';
import { CallTracer } from './rpc/call-observers';
import { Gate } from './rpc/gate';
import { ServedRpcs, type NotYet, type OtherTier, switchedOff } from './rpc/served-rpcs';
import { RpcRegistry } from './rpc/rpc-registry';

/** The {@link CallObservers}, of which an app may have none. */
const observers = [
  { token: RpcCounts, optional: true },
  { token: AccessLines, optional: true },
  { token: CallTracer, optional: true },
];

/**
 * The doors, and what they share. An app imports it last, because its last controller answers every path, and provides
 * a {@link Gate} from a module that is global.
 */
@Module({})
export class ApiModule {
  /**
   * @param services The services that the app answers, unless they are switched off; an RPC without a handler answers
   * 501.
   * @param rest Who answers what the app does not: such calls are then refused by naming it. Or that the app will.
   * @param leader Who is handed what the app does not answer; the caller closes it after the app.
   */
  static forRoot(
    config: Config,
    services: readonly DescService[],
    rest?: OtherTier | NotYet,
    leader?: UnaryForwarder,
  ): DynamicModule {
    const off = switchedOff(config);
    const on = services.filter((service) => !off.includes(service));
    const servedRpcs = new ServedRpcs(on, rest, off);
    return {
      module: ApiModule,
      global: true,
      imports: [DiscoveryModule],
      controllers: [MetaController, NotFoundController],
      providers: [
        RpcRegistry,
        { provide: ServedRpcs, useValue: servedRpcs },
        { provide: InstanceDescription, useFactory: () => new InstanceDescription(config) },
        {
          provide: RouteTable,
          useFactory: () => new RouteTable(servedRpcs.knownServices, config.ofrep.dialect),
        },
        {
          provide: HttpDoor,
          useFactory: (
            registry: RpcRegistry,
            gate: Gate,
            counts?: RpcCounts,
            lines?: AccessLines,
            tracer?: CallTracer,
          ) =>
            tracer === undefined
              ? new HttpDoor(config, registry, gate, { counts, lines })
              : new TracedHttpDoor(config, registry, gate, tracer, { counts, lines }),
          inject: [RpcRegistry, Gate, ...observers],
        },
        {
          provide: GrpcDoor,
          useFactory: (
            registry: RpcRegistry,
            gate: Gate,
            counts?: RpcCounts,
            lines?: AccessLines,
            tracer?: CallTracer,
          ) => new GrpcDoor(config.server, registry, gate, servedRpcs, { counts, lines, tracer }, leader),
          inject: [RpcRegistry, Gate, ...observers],
        },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [GrpcDoor, HttpDoor, RouteTable, RpcRegistry],
    };
  }
}
