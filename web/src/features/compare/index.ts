export { CopyToNamespaceDialog } from './copy-to-namespace-dialog';
