import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

/** A service account of a cluster, `namespace/name`; `*` stands for any characters. */
export const serviceAccount: Kind<string> = scalar('service account', (given) => {
  if (!/^[a-z0-9.*-]+\/[a-z0-9.*-]+$/.test(given)) {
    throw new InvalidValueError(`expected namespace/name, with * for any characters, got ${given}`);
  }
  return given;
});
