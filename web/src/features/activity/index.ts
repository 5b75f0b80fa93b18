export { RecordedChanges } from './recorded-changes';
