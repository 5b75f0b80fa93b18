import { createHash } from 'node:crypto';
import { writeManifest, type ManifestEntry } from '@pennon/publication';
import { type ObjectStoreServer } from '../../support/object-store/object-store-server';

/** A flag that is published: what is asked for. */
export const PUBLISHED_FLAG = 'switch';

/** Where the document of a revision lies. */
export function documentKey(revision: number, namespaceKey = 'default'): string {
  return `prod/revisions/${namespaceKey}/${revision}.features.json`;
}

/** Puts a publication with one flag into a bucket, as a writer would, its manifest last. */
export async function publishByHand(
  server: ObjectStoreServer,
  bucket: string,
  { revision, enabled }: { readonly revision: number; readonly enabled: boolean },
): Promise<void> {
  await publishDocuments(server, bucket, [
    { namespaceKey: 'default', revision, text: aDocument('default', enabled) },
  ]);
}

/** The document of a namespace with one flag. */
export function aDocument(namespaceKey: string, enabled: boolean): string {
  const flags = [{ key: PUBLISHED_FLAG, name: 'Switch', type: 'BOOLEAN_FLAG_TYPE', enabled }];
  return JSON.stringify({ namespace: namespaceKey, flags });
}

/** A document that is published, whatever it says. */
export interface PublishedDocument extends Pick<ManifestEntry, 'namespaceKey' | 'revision' | 'features'> {
  readonly text: string;
}

/** Puts a publication of these documents into a bucket, its manifest last. */
export async function publishDocuments(
  server: ObjectStoreServer,
  bucket: string,
  documents: readonly PublishedDocument[],
): Promise<void> {
  const namespaces: ManifestEntry[] = [];
  for (const { text, ...published } of documents) {
    const key = documentKey(published.revision, published.namespaceKey);
    await server.write(bucket, key, text);
    namespaces.push({
      ...published,
      key: key.replace('prod/', ''),
      size: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  }
  const manifest = writeManifest({ format: 1, exportedAt: new Date().toISOString(), namespaces });
  await server.write(bucket, 'prod/manifest.json', manifest);
}
