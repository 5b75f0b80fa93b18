import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { Gate } from '@pennon/api';
import { authServices } from '@pennon/auth';
import type { Config } from '@pennon/config';
import { isExecutable, packedFolder } from '@pennon/platform';
import { services } from '../services';
import { BuiltDashboard, DashboardWarning, filesIn } from './built-dashboard';
import { CallerRights } from './caller-rights';
import { CapabilitiesController } from './capabilities.controller';
import { DashboardController } from './dashboard.controller';

/** Where `npm run build` puts it, seen from the place of this file in `dist/`. */
const BUILT = join(__dirname, '../../../../../dist/web');

function builtFiles(): ReadonlyMap<string, Buffer> {
  return isExecutable() ? packedFolder('web') : filesIn(BUILT);
}

/** The dashboard at `/`, and what it alone asks of the server. An app imports it before the HTTP door. */
@Module({})
export class DashboardModule {
  static forRoot(config: Config): DynamicModule {
    const methods = [...services, ...authServices(config)].flatMap((service) => service.methods);
    return {
      module: DashboardModule,
      controllers: [DashboardController, CapabilitiesController],
      providers: [
        {
          provide: CallerRights,
          useFactory: (gate: Gate) =>
            new CallerRights(gate, methods, {
              hasRoles: config.authentication.required && config.authorization.required,
              isReadOnly: config.storage.readOnly,
            }),
          inject: [Gate],
        },
        { provide: BuiltDashboard, useFactory: () => new BuiltDashboard(builtFiles()) },
        DashboardWarning,
      ],
      exports: [DashboardWarning],
    };
  }
}
