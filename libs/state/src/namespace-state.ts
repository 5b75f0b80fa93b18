/** What a namespace is, beside its flags and segments. */
export interface NamespaceState {
  readonly name: string;
  readonly description: string;
}
