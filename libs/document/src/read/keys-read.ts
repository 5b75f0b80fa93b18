/**
 * The keys that documents defined so far, by namespace: several documents may describe one namespace, and none may
 * define again what another did. Keys are all that is kept of a document that was read.
 */
export class KeysRead {
  private readonly namespaces = new Map<string, NamespaceKeys>();

  /** The keys of one namespace, to which those of the next document are added. */
  of(namespaceKey: string): NamespaceKeys {
    let keys = this.namespaces.get(namespaceKey);
    if (keys === undefined) {
      keys = { flags: new Map(), segments: new Map() };
      this.namespaces.set(namespaceKey, keys);
    }
    return keys;
  }
}

/** Keys with the places of their definitions, as messages name them. */
export interface NamespaceKeys {
  readonly flags: Map<string, string>;
  readonly segments: Map<string, string>;
}
