import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsOf } from '../support/helm/chart';

/** With these values the chart says what the plain manifests say. */
export const plainValues = JSON.parse(
  readFileSync('deploy/helm/generate/plain-values.json', 'utf8'),
) as Readonly<Record<string, unknown>>;

/** Manifests below a directory of `deploy/`, by file. */
export function manifestsIn(directory: string): Readonly<Record<string, readonly unknown[]>> {
  const place = join('deploy', directory);
  const files = readdirSync(place).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(
    files.map((name) => [name, documentsOf(readFileSync(join(place, name), 'utf8'))]),
  );
}

/** A manifest without the labels that say that Helm made it. */
export function withoutHelm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutHelm);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key]) => !['helm.sh/chart', 'app.kubernetes.io/managed-by'].includes(key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutHelm(inner)]));
}
