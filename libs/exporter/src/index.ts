export { describeOutcome } from './export-report';
export { ExportJob, type ExportJobParts, type ExportState } from './export-job';
export { Exporter, publishUntil } from './exporter';
export { ExporterModule } from './exporter.module';
export { type ExportPorts, type ExportSettings, openPublisher, publishOnce } from './open-publisher';
