/** The id of a request, as the server has set it; logging libraries declare it as a number or an object too. */
export function idOf({ id }: { readonly id: unknown }): string {
  return id as string;
}
