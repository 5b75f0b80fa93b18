import { Secret } from '../secret';
import type { Kind } from './kind';

/** A kind whose values are kept in a `Secret` and appear in no message. */
export function secret(kind: Kind<string>): Kind<Secret> {
  return {
    type: `${kind.type}, secret`,
    isSecret: true,
    parse: (raw) => new Secret(kind.parse(raw)),
  };
}
