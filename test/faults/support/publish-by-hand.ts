import { createHash } from 'node:crypto';
import { writeManifest, type ObjectEntry } from '@pennon/publication';
import { type ObjectStoreServer } from '../../support/object-store/object-store-server';

/** A flag that is published: what is asked for. */
export const PUBLISHED_FLAG = 'switch';

/** Where the document of a revision lies. */
export function documentKey(revision: number): string {
  return `prod/revisions/default/${revision}.features.json`;
}

/** Puts a publication with one flag into a bucket, as a writer would, its manifest last. */
export async function publishByHand(
  server: ObjectStoreServer,
  bucket: string,
  { revision, enabled }: { readonly revision: number; readonly enabled: boolean },
): Promise<void> {
  const flags = [{ key: PUBLISHED_FLAG, name: 'Switch', type: 'BOOLEAN_FLAG_TYPE', enabled }];
  const document = JSON.stringify({ namespace: 'default', flags });
  const key = documentKey(revision);
  await server.write(bucket, key, document);
  const entry: ObjectEntry = {
    key: key.replace('prod/', ''),
    size: Buffer.byteLength(document),
    sha256: createHash('sha256').update(document).digest('hex'),
  };
  const manifest = writeManifest({
    format: 1,
    exportedAt: new Date().toISOString(),
    namespaces: [{ namespaceKey: 'default', revision, ...entry }],
  });
  await server.write(bucket, 'prod/manifest.json', manifest);
}
