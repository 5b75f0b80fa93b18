export { AnalyticsModule } from './analytics.module';
export { WriterCounts } from './writer-counts';
