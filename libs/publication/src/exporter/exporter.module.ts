import {
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Provider,
} from '@nestjs/common';
import { Clock, OperationLock, TokenRecords } from '@pennon/domain';
import { Metrics } from '@pennon/platform';
import { NamespaceExports } from '@pennon/changes';
import { exportFailure } from './export-job';
import { exportSeries, Exporter } from './exporter';
import { type ExportPorts, type ExportSettings } from './open-publisher';

/** Exports as long as the app runs. */
class RunningExporter extends Exporter implements OnApplicationBootstrap, OnModuleDestroy {
  onApplicationBootstrap(): void {
    this.start();
  }

  /** The database is closed after the app: what is being exported comes to its end first. */
  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }
}

/** Exports the state of flags to a bucket, from which readers live. */
@Module({})
export class ExporterModule {
  /**
   * @param config Names the place.
   * @param ports Provides {@link Clock}, {@link OperationLock} and {@link TokenRecords}, and what `namespaceExports` is
   * made of.
   * @param namespaceExports Provides {@link NamespaceExports}.
   */
  static forRoot(
    config: ExportSettings,
    ports: NonNullable<ModuleMetadata['imports']>[number],
    namespaceExports: Provider<NamespaceExports>,
  ): DynamicModule {
    return {
      module: ExporterModule,
      imports: [ports],
      providers: [
        namespaceExports,
        {
          provide: Exporter,
          useFactory: (...[metrics, ...ports]: [Metrics | undefined, ...PortsInOrder]) => {
            const exporter = exporterOf(config, ports);
            metrics?.dependencies.add('object_store', () => !exporter.state.isStoreAway);
            metrics?.dependencies.addPart('export', () => exportFailure(exporter.state));
            metrics?.add(...exportSeries(exporter));
            return exporter;
          },
          inject: [{ token: Metrics, optional: true }, NamespaceExports, OperationLock, Clock, TokenRecords],
        },
      ],
      exports: [Exporter],
    };
  }
}

type PortsInOrder = [NamespaceExports, OperationLock, Clock, TokenRecords];

function exporterOf(config: ExportSettings, [exports, lock, clock, tokens]: PortsInOrder): Exporter {
  const { to } = config.export;
  if (to === undefined) throw new Error('export.to is not set');
  return new RunningExporter(config, to, { exports, lock, clock, tokens } satisfies ExportPorts);
}
