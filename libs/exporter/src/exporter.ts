import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type S3Location } from '@pennon/config';
import { JobLease } from '@pennon/timing';
import { ExportJob, type ExportState } from './export-job';
import { type ExportPorts, type ExportSettings, openPublisher } from './open-publisher';

/** Exports to one place, from its start to its end. */
export class Exporter {
  private readonly job: ExportJob;
  private readonly close: () => void;

  constructor(config: ExportSettings, to: S3Location, ports: ExportPorts) {
    const { interval, lease: duration } = config.export;
    const { publisher, store } = openPublisher(config, to, ports);
    // Whoever looks less often than that would lose the task between two looks.
    const lease = new JobLease(
      ports.lock,
      ports.clock,
      operationOf(store.location),
      Math.max(duration, 2 * interval),
    );
    this.job = new ExportJob({ publisher, lease, clock: ports.clock }, interval);
    this.close = () => {
      store.close();
    };
  }

  get state(): ExportState {
    return this.job.state;
  }

  start(): void {
    this.job.start();
  }

  async stop(): Promise<void> {
    await this.job.stop();
    this.close();
  }
}

/** Name of the job of exporting to a place; there is one for each. */
function operationOf(location: string): string {
  return `export_${createHash('sha256').update(location).digest('hex').slice(0, 16)}`;
}

/** Exports until the signal, and resolves when that has come to its end. */
export async function publishUntil(
  signal: AbortSignal,
  config: ExportSettings,
  to: S3Location,
  ports: ExportPorts,
): Promise<void> {
  const exporter = new Exporter(config, to, ports);
  exporter.start();
  if (!signal.aborted) await once(signal, 'abort');
  await exporter.stop();
}
