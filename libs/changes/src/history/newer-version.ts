import { FailedPreconditionError, quote, whyLacking } from '@pennon/domain';
import { VERSION } from '@pennon/platform';

/** Only an instance of a newer version understands what is stored. It waits for one, and nothing is made of it. */
export class NewerVersionError extends FailedPreconditionError {
  /** @param message What is stored, and what this version lacks. */
  constructor(message: string) {
    super(`${message}: ask an instance of a newer version, or upgrade this one`, {
      info: { reason: 'FEATURE_LACKED', metadata: { version: VERSION } },
    });
  }
}

/**
 * Why this version does not understand what uses some features; undefined if it has all of them.
 *
 * @param subject What uses them, for people.
 * @param known The features of this version, unless given.
 */
export function lackOf(
  subject: string,
  used: readonly string[],
  known?: readonly string[],
): NewerVersionError | undefined {
  const reason = whyLacking(subject, used, VERSION, known);
  return reason === undefined ? undefined : new NewerVersionError(reason);
}

/**
 * Refuses to make anything of a namespace of which this version understands half.
 *
 * @param used The features that it uses.
 * @param known Those of this version, unless given.
 * @throws NewerVersionError
 */
export function assertFeaturesKnown(
  namespaceKey: string,
  used: readonly string[],
  known?: readonly string[],
): void {
  const lack = lackOf(`namespace ${quote(namespaceKey)}`, used, known);
  if (lack !== undefined) throw lack;
}
