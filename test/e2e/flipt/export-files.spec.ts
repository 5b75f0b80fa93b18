import { parseAllDocuments } from 'yaml';
import {
  documentFormats,
  documentVersions,
  readDocuments,
  versionNeededBy,
  writeDocuments,
  type DocumentFormat,
  type NamespaceDocument,
} from '@pennon/document';
import { Changes, Importer, NamespaceExports } from '@pennon/changes';
import { openTemporaryDatabase } from '../../support/temporary-database';
import { exportFiles } from './support/export-files';

/** What an export to a file begins with, which is no JSON. */
const header = '# exported by Flipt (v1.61.1) on 2025-06-01T12:00:00Z\n\n';

const mode = { existing: 'update', prune: false } as const;

describe.each(exportFiles)('a file of Flipt with $name (version $version)', ({ yaml, version }) => {
  const documents = read(yaml, 'yaml');

  it('is read without a doubt', () => {
    const warnings = [...readDocuments(yaml, { format: 'yaml' })].flatMap((document) => document.warnings);
    expect(warnings).toEqual([]);
  });

  it('means the same in JSON, and below the header of a file', () => {
    const objects = parseAllDocuments(yaml).map((document) => JSON.stringify(document.toJS()));
    expect(read(objects.join('\n'), 'json')).toStrictEqual(documents);
    expect(read(`${header}${objects.join('\n')}`, 'json')).toStrictEqual(documents);
    expect(read(`${header}${yaml}`, 'yaml')).toStrictEqual(documents);
  });

  it.each(documentFormats)(
    'means the same when it is written as %s in any version that can say it',
    (format) => {
      const needed = Math.max(
        ...documents.map((document) => documentVersions.indexOf(versionNeededBy(document))),
      );
      expect(needed).toBeLessThanOrEqual(documentVersions.indexOf(version));
      for (const other of documentVersions.slice(needed)) {
        const written = [...writeDocuments(documents, { format, version: other })].join('');
        expect(read(written, format)).toStrictEqual(documents);
      }
    },
  );

  it('means the same when it was imported and is exported, but for what it does not say', async () => {
    const temporary = await openTemporaryDatabase();
    const { unitOfWork } = temporary;
    const importer = new Importer(unitOfWork, new Changes(unitOfWork));
    for (const document of documents) await importer.import(document, mode);
    const keys = [...new Set(documents.map(({ namespace }) => namespace.key))];
    const exports = new NamespaceExports(unitOfWork);
    for (const key of keys) {
      const exported = await exports.read(key);
      const parts = documents.filter(({ namespace }) => namespace.key === key);
      expect(exported?.omissions).toEqual([]);
      expect(exported?.document).toMatchObject({
        flags: parts.flatMap(({ flags }) => flags).map((flag) => ({ ...flag, off: flag.off ?? false })),
        segments: parts.flatMap(({ segments }) => segments),
      });
    }
    await temporary.remove();
  });
});

test('what the shapes say', () => {
  const [first, boolean, several, metadata, names] = exportFiles.map(({ yaml }) => read(yaml, 'yaml'));
  expect(first?.[0]).toMatchObject({
    namespace: { key: 'default', name: undefined },
    flags: [
      {
        type: 'variant',
        variants: [
          {
            key: 'red',
            attachment: '{"hex":"#f00","weights":[1,2.5,-300],"nested":{"dark":true,"nothing":null}}',
          },
          { key: '007', attachment: '' },
        ],
        rules: [
          {
            segmentKeys: ['everyone'],
            distributions: [{ rolloutPercent: 33.33 }, { rolloutPercent: 66.67 }],
          },
          { segmentKeys: ['staff'] },
        ],
      },
    ],
  });
  expect(boolean?.[0]).toMatchObject({
    namespace: { key: 'shop', name: undefined },
    flags: [
      {
        type: 'boolean',
        rollouts: [
          { description: 'staff', step: { segmentKeys: ['staff'], value: true } },
          { description: 'half of the rest', step: { type: 'threshold', percent: 50, value: true } },
          { description: '', step: { type: 'threshold', percent: 12.5, value: false } },
        ],
      },
      { key: 'plain' },
    ],
  });
  expect(several?.[0]?.flags).toMatchObject([
    {
      rules: [
        { segmentKeys: ['staff', 'everyone'], segmentOperator: 'and' },
        { segmentKeys: ['everyone'], segmentOperator: 'or', distributions: [] },
      ],
    },
    { rollouts: [{ step: { segmentOperator: 'and', value: false } }, { step: { segmentKeys: ['staff'] } }] },
  ]);
  expect(metadata?.[0]?.flags[0]).toMatchObject({
    defaultVariantKey: 'blue',
    metadata: { owner: 'web', ticket: 4711, ratio: 0.5, temporary: true, nested: { a: [1] } },
  });
  expect(names?.map(({ namespace }) => namespace)).toEqual([
    { key: 'default', name: 'Default', description: 'Default namespace' },
    { key: 'shop', name: 'Shop', description: '' },
    { key: 'search', name: undefined, description: undefined },
  ]);
});

function read(text: string, format: DocumentFormat): readonly NamespaceDocument[] {
  return [...readDocuments(text, { format })].map(({ document }) => document);
}
