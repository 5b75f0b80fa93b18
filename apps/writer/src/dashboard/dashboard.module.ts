import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Controller, type DynamicModule, Module } from '@nestjs/common';
import { Rpc } from '@pennon/api';
import { pennonDashboard } from '@pennon/proto';
import type { Config, MethodsConfig } from '@pennon/config';
import { sessionMethods } from '@pennon/domain';
import { isExecutable, packedFolder } from '@pennon/platform';
import { BuiltDashboard, DashboardWarning, filesIn } from './built-dashboard';
import { DashboardController } from './dashboard.controller';

/** Which extensions of the API this instance has. */
class Capabilities {
  readonly all: pennonDashboard.Capabilities;

  constructor(methods: MethodsConfig) {
    this.all = create(pennonDashboard.CapabilitiesSchema, {
      loginErrors: sessionMethods.some((method) => methods[method].enabled),
      // Whoever serves the dashboard has an audit log, and counts by value as far as it counts.
      auditLog: true,
      valueCounts: true,
    });
  }
}

/** Tells the dashboard which extensions of the API it may use. */
@Controller()
class CapabilitiesController {
  constructor(private readonly capabilities: Capabilities) {}

  @Rpc(pennonDashboard.DashboardService.method.getCapabilities)
  getCapabilities(): pennonDashboard.Capabilities {
    return this.capabilities.all;
  }
}

/** Where `npm run build` puts it, seen from the place of this file in `dist/`. */
const BUILT = join(__dirname, '../../../../../dist/web');

function builtFiles(): ReadonlyMap<string, Buffer> {
  return isExecutable() ? packedFolder('web') : filesIn(BUILT);
}

/** The dashboard at `/`, and what it alone asks of the server. An app imports it before the HTTP door. */
@Module({})
export class DashboardModule {
  static forRoot({ authentication: { methods } }: Config): DynamicModule {
    return {
      module: DashboardModule,
      controllers: [DashboardController, CapabilitiesController],
      providers: [
        { provide: Capabilities, useFactory: () => new Capabilities(methods) },
        { provide: BuiltDashboard, useFactory: () => new BuiltDashboard(builtFiles()) },
        DashboardWarning,
      ],
      exports: [DashboardWarning],
    };
  }
}
