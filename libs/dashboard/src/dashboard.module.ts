import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { type Config } from '@pennon/config';
import { isExecutable, packedFolder } from '@pennon/executable';
import { BuiltDashboard } from './built-dashboard';
import { Capabilities } from './capabilities';
import { CapabilitiesController } from './capabilities.controller';
import { DashboardWarning } from './dashboard-warning';
import { DashboardController } from './dashboard.controller';
import { filesIn } from './files-in';

/** Where `npm run build` puts it, seen from the place of this file in `dist/`. */
const BUILT = join(__dirname, '../../../../dist/web');

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
