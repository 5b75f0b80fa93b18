/** What a step answers stands in later steps as `$NAME.id` (see `Step`); names are of letters, digits and hyphens. */
const reference = /^\$[a-z0-9-]+\.id$/;

/** The id that the step of that name will have answered. */
export function idFrom(stepName: string): string {
  return `$${stepName}.id`;
}

/**
 * A path below the namespaces of the management API, its segments encoded but for references.
 *
 * @throws Error for an empty segment, which the server would take for the namespace `default`.
 */
export function namespacesPath(...segments: readonly string[]): string {
  if (segments.includes('')) throw new Error(`A path has an empty part: ${segments.join('/')}`);
  const encoded = segments.map((segment) =>
    reference.test(segment) ? segment : encodeURIComponent(segment),
  );
  return ['/api/v1/namespaces', ...encoded].join('/');
}
