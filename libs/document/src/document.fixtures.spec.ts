import { buildSnapshotDocument, compileSnapshot, type Snapshot } from '@pennon/snapshot';
import { applyPlan, planImport } from '@pennon/testing';
import {
  answerOf,
  comparableAnswer,
  fixtures,
  fixtureText,
  recordedAnswers,
} from '../../../test/support/recorded-answers';
import { buildDocument } from './write/build-document';
import { type NamespaceDocument } from './document';
import { documentFormats, formatOfFile, type DocumentFormat } from './format';
import { readDocuments } from './read/document-reader';
import { writeDocuments } from './write/document-writer';

describe.each(fixtures)('the fixture $fileName', ({ fileName, questions }) => {
  const text = fixtureText(fileName);
  const format = formatOfFile(fileName) ?? 'yaml';
  const documents = read(text, format);

  it.each(documentFormats)('is the same when it is written as %s and read again', (other: DocumentFormat) => {
    const written = [...writeDocuments(documents, { format: other })].join('');
    expect(read(written, other)).toStrictEqual(documents);
  });

  it(`evaluates to the ${questions} recorded answers once it is imported`, () => {
    const recorded = recordedAnswers(fileName);
    expect(recorded).toHaveLength(questions);
    const flags = new Map(documents.map((document) => [document.namespace.key, flagsOf(document)]));
    const answers = recorded.map(({ request }) => {
      const flag = flags.get(request.namespaceKey)?.get(request.flagKey);
      if (flag === undefined) throw new Error(`there is no flag ${request.flagKey}`);
      return answerOf(flag, request);
    });
    expect(answers.map(comparableAnswer)).toEqual(recorded.map(({ answer }) => comparableAnswer(answer)));
  });

  it('is imported once: the second import finds nothing to change', () => {
    const mode = { existing: 'update', prune: true } as const;
    for (const document of documents) {
      const state = applyPlan(planImport(document, undefined, mode), undefined);
      expect(planImport(document, state, mode).changes).toEqual([]);
      expect(planImport(buildDocument(state).document, state, mode).changes).toEqual([]);
    }
  });
});

function read(text: string, format: DocumentFormat): readonly NamespaceDocument[] {
  return [...readDocuments(text, { format })].map(({ document }) => document);
}

function flagsOf(document: NamespaceDocument): Snapshot['flags'] {
  const state = applyPlan(planImport(document, undefined, { existing: 'update', prune: false }), undefined);
  const rows = { ...state, namespace: { key: document.namespace.key, revision: 1 } };
  return compileSnapshot(buildSnapshotDocument(rows)).flags;
}
