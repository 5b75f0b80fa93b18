import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** What names service accounts: `namespace/name`, with `*` for any characters. */
export const serviceAccountPattern = /^[a-z0-9.*-]+\/[a-z0-9.*-]+$/;

/** A service account of a cluster, `namespace/name`; `*` stands for any characters. */
export const serviceAccount: Kind<string> = scalar('service account', (given) => {
  if (!serviceAccountPattern.test(given)) {
    throw new InvalidValueError(`expected namespace/name, with * for any characters, got ${given}`);
  }
  return given;
});
