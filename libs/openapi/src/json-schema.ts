/** A JSON Schema of the dialect of OpenAPI 3.1 (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** `{ description }`, or nothing where there is nothing to say. */
export function described(text: string | undefined): { readonly description?: string } {
  return text === undefined || text === '' ? {} : { description: text };
}
