import { NamespacesRefusedError } from '@pennon/snapshot';

/** Most reasons that are told: the log has one line of them. */
const MAX_REASONS = 20;

/** What cannot be taken of what was read. */
export interface Refused {
  /** Why, one sentence each. */
  readonly reasons: readonly string[];
  /** The place that was read, for people. */
  readonly location: string;
  /** Keys of the namespaces that are refused, as far as they are known. */
  readonly namespaceKeys: readonly string[];
  /** True for the key of a namespace that may be one of them. */
  readonly covers: (namespaceKey: string) => boolean;
}

/** The error for namespaces that keep their last good state while others are taken. */
export function refusalOf({ reasons, location, namespaceKeys, covers }: Refused): NamespacesRefusedError {
  const told = reasons.slice(0, MAX_REASONS).join('; ');
  const rest = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} more` : '';
  return new NamespacesRefusedError(`${told}${rest} (in ${location})`, covers, namespaceKeys);
}
