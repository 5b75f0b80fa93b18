export { AnalyticsModule } from './analytics.module';
export { WriterCounts } from './shipping/writer-counts';
