/** When an object was changed; a store that does not say so says that it never was. */
export function timeOf(modifiedAt: Date | undefined): Date {
  return modifiedAt ?? new Date(0);
}
