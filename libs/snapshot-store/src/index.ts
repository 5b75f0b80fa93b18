export { SnapshotHolder } from './snapshot-holder';
