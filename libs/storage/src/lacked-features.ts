import { quote, whyLacking } from '@pennon/domain';
import { VERSION } from '@pennon/platform';
import { BehindError, NamespacesRefusedError } from '@pennon/snapshot';

/** What a namespace means is not known to this version: what is held of it stays. */
class LackedFeatureError extends BehindError {}

/**
 * The namespaces that use a feature which this version lacks, as seen when they were read last. Reading them stops
 * before their rows, of which half a meaning would be made.
 */
export class LackedFeatures {
  private readonly reasons = new Map<string, string>();

  /** What keeps namespaces from being read; undefined while nothing does. */
  get refusal(): NamespacesRefusedError | undefined {
    if (this.reasons.size === 0) return undefined;
    return new NamespacesRefusedError([...this.reasons.values()].join('; '), (key) => this.reasons.has(key));
  }

  /**
   * Looks at the features that a namespace uses.
   *
   * @throws BehindError if this version lacks one of them.
   */
  assertNone(namespaceKey: string, used: readonly string[] = []): void {
    const reason = whyLacking(`namespace ${quote(namespaceKey)}`, used, VERSION);
    if (reason === undefined) {
      this.reasons.delete(namespaceKey);
      return;
    }
    this.reasons.set(namespaceKey, reason);
    throw new LackedFeatureError(reason);
  }

  /** Forgets namespaces that are gone. @param keys Those that there are. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.reasons.keys()) if (!keys.has(key)) this.reasons.delete(key);
  }
}
