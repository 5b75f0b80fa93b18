import { asFolder, openObjectStore, storageTarget } from '@pennon/publication';
import type { SourceKind } from '../source-kind';

/** Objects of a bucket. The prefix of files is plain text, that of a publication is a folder. */
export const bucket: SourceKind = {
  dependency: 'object_store',
  settleMs: 0,
  locationOf: ({ object }) => `s3://${object.s3.bucket ?? ''}/${object.s3.prefix}`,
  pollIntervalOf: ({ object }) => object.s3.pollInterval,
  open(storage) {
    const target = storageTarget(storage);
    const folder = asFolder(target);
    const files = openObjectStore(target);
    return { files, publication: folder.prefix === target.prefix ? files : openObjectStore(folder) };
  },
};
