export { describeOutcome } from './describe-outcome';
export { ExportJob, type ExportJobParts, type ExportState } from './export-job';
export { Exporter, publishUntil } from './exporter';
export { ExporterModule } from './exporter.module';
export { type ExportPorts, type ExportSettings, openPublisher } from './open-publisher';
export { publishOnce } from './publish-once';
