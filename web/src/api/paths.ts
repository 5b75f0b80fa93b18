/**
 * A path below the management API, its segments encoded. An empty segment would mean another route or the
 * namespace `default`, so there is no path with one.
 */
export function apiPath(...segments: readonly string[]): string {
  if (segments.includes('')) throw new Error(`A path of the API has an empty part: ${segments.join('/')}`);
  return ['/api/v1', ...segments.map(encodeURIComponent)].join('/');
}
