import { aDocument } from '@pennon/testing';
import fc from 'fast-check';
import { runs } from '../../../test/support/size';
import { type NamespaceDocument } from './document';
import { documentFormats, type DocumentFormat } from './format';
import { readDocuments, type ReadOptions } from './read/document-reader';
import { documentVersions } from './version';
import { type WriteOptions, writeDocuments } from './write/document-writer';

function written(documents: readonly NamespaceDocument[], options: WriteOptions): string {
  return [...writeDocuments(documents, options)].join('');
}

function read(text: string | Iterable<string>, options: ReadOptions): readonly NamespaceDocument[] {
  return [...readDocuments(text, options)].map(({ document }) => document);
}

describe.each(documentFormats)('written as %s and read again', (format: DocumentFormat) => {
  it.each(documentVersions)('a document of version %s is the same', (version) => {
    fc.assert(
      fc.property(aDocument(version), (document) => {
        expect(read(written([document], { format, version }), { format })).toStrictEqual([document]);
      }),
      { numRuns: runs(60) },
    );
  });

  it('a document makes the same text again', () => {
    fc.assert(
      fc.property(aDocument(), fc.boolean(), (document, sortByKey) => {
        const text = written([document], { format, sortByKey });
        expect(written(read(text, { format }), { format, sortByKey })).toBe(text);
      }),
    );
  });

  it('a stream with a header is the same, wherever its chunks are cut', () => {
    const header = { programVersion: '1.2.3', at: 1_700_000_000_000_000 };
    const documents = fc.uniqueArray(aDocument('1.4', 2), {
      minLength: 1,
      maxLength: 3,
      selector: ({ namespace }) => namespace.key,
    });
    fc.assert(
      fc.property(documents, fc.integer({ min: 1, max: 50 }), (all, length) => {
        const text = written(all, { format, header });
        const chunks = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
          text.slice(index * length, (index + 1) * length),
        );
        expect(read(chunks, { format })).toStrictEqual(all);
      }),
    );
  });
});
