/**
 * A path below the namespaces of the management API, its segments encoded.
 *
 * @throws Error for an empty segment, which the server would take for the namespace `default`.
 */
export function namespacesPath(...segments: readonly string[]): string {
  if (segments.includes('')) throw new Error(`A path has an empty part: ${segments.join('/')}`);
  return ['/api/v1/namespaces', ...segments.map(encodeURIComponent)].join('/');
}
