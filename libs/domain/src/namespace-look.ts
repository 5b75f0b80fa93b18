/** Colours in which a dashboard shows namespaces. */
export const hues = ['red', 'amber', 'green', 'teal', 'blue', 'violet'] as const;
export type Hue = (typeof hues)[number];

/** Most namespaces that have a place. */
export const MAX_NAMESPACE_LOOKS = 100;

/** How people tell a namespace from others. Its place among them is its place in a list of looks. */
export interface NamespaceLook {
  readonly namespaceKey: string;
  /** Undefined for none. */
  readonly hue: Hue | undefined;
}
