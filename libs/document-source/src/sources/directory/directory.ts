import { resolve } from 'node:path';
import type { SourceKind } from '../source-kind';
import { DirectoryStore } from './directory-store';

/** Files of a directory, which people or a checkout keep. A program may be writing one of them. */
export const directory: SourceKind = {
  dependency: 'directory',
  settleMs: 200,
  locationOf: ({ local }) => resolve(local.path),
  pollIntervalOf: ({ local }) => local.pollInterval,
  open({ local }) {
    const store = new DirectoryStore(local.path);
    return { files: store, publication: store };
  },
};
