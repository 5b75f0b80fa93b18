import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { S3Location } from '@pennon/config';
import { type Instant, MICROS_PER_MILLISECOND } from '@pennon/domain';
import { type Series, JobLease } from '@pennon/platform';
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

const MICROS_PER_SECOND = 1000 * MICROS_PER_MILLISECOND;

/** What there is to tell of exports by this instance; of many instances one exports. */
export function exportSeries(exporter: Pick<Exporter, 'state'>): readonly Series[] {
  return [
    {
      name: 'pennon_export_last_success_timestamp_seconds',
      help: 'When the store was last found, or made, up to date by this instance, in seconds since 1970; 0 for never.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: secondsOf(exporter.state.lastSuccessAt) }],
    },
    {
      name: 'pennon_export_last_failure_timestamp_seconds',
      help: 'When an export by this instance last failed, in seconds since 1970; 0 for never.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: secondsOf(exporter.state.lastFailureAt) }],
    },
    {
      name: 'pennon_export_consecutive_failures',
      help: 'Exports by this instance that have failed since the last one that did not.',
      type: 'gauge',
      aggregator: 'max',
      collect: () => [{ labels: {}, value: exporter.state.failures }],
    },
    {
      name: 'pennon_exports_total',
      help: 'Exports by this instance, also those that found nothing to do.',
      type: 'counter',
      collect: () => {
        const { succeeded, failed } = exporter.state.attempts;
        return [
          { labels: { outcome: 'success' }, value: succeeded },
          { labels: { outcome: 'failure' }, value: failed },
        ];
      },
    },
  ];
}

function secondsOf(instant: Instant | undefined): number {
  return (instant ?? 0) / MICROS_PER_SECOND;
}
