import { type Kind, scalar, unexpected } from '../kinds/kind';

/** What names service accounts: `namespace/name`, with `*` for any characters. */
export const serviceAccountPattern = /^[a-z0-9.*-]+\/[a-z0-9.*-]+$/;

/** A service account of a cluster, `namespace/name`; `*` stands for any characters. */
export const serviceAccount: Kind<string> = scalar('service account', (given) => {
  if (!serviceAccountPattern.test(given)) {
    throw unexpected('expected namespace/name, with * for any characters', given);
  }
  return given;
});
