export { DryRunList } from './dry-run-list';
export { ImportFlags } from './import-flags';
export { TransferMenu } from './transfer-menu';
export { type DryRun, useDryRun } from './use-dry-run';
export { useExport } from './use-export';
