import {
  documentFormats,
  formatOfFile,
  readDocuments,
  writeDocuments,
  type NamespaceDocument,
} from '@pennon/document';
import { compileSnapshot, type Snapshot } from '@pennon/snapshot';
import { DatabaseSnapshotSource } from '@pennon/storage';
import { Changes, Importer } from '@pennon/changes';
import {
  answerOf,
  comparableAnswer,
  fixtures,
  fixtureText,
  recordedAnswers,
} from '../../support/recorded-answers';
import { openTemporaryDatabase, type TemporaryDatabase } from '../../support/temporary-database';
import { createFliptDatabase } from './support/flipt-database';
import { rowsOf } from './support/flipt-rows';
import { opened } from './support/opened';

const mode = { existing: 'update', prune: true } as const;

let temporary: TemporaryDatabase;
let importer: Importer;

beforeEach(async () => {
  temporary = await openTemporaryDatabase();
  const { unitOfWork } = temporary;
  importer = new Importer(unitOfWork, new Changes(unitOfWork));
});
afterEach(async () => {
  await temporary.remove();
});

describe.each(fixtures)(
  '$fileName, once it is imported, answers all that was recorded',
  ({ fileName, questions }) => {
    const format = formatOfFile(fileName) ?? 'yaml';
    const documents = [...readDocuments(fixtureText(fileName), { format })].map(({ document }) => document);

    it.each(documentFormats)('when it comes as %s', async (other) => {
      const text =
        other === format ? fixtureText(fileName) : [...writeDocuments(documents, { format: other })].join('');
      const read = [...readDocuments(text, { format: other })].map(({ document }) => document);
      expect(read).toStrictEqual(documents);
      await expectAnswersOf(read);
    });

    it('when it comes out of a database of Flipt', async () => {
      const stored = await createFliptDatabase();
      for (const document of documents) await stored.insert(rowsOf(document));
      const read = await opened(stored.url, async (flipt) => {
        const built = [];
        for (const key of await flipt.namespaces()) built.push(await flipt.read(key));
        return built;
      });
      await stored.remove();
      expect(read.flatMap(({ omissions }) => omissions)).toEqual([]);
      await expectAnswersOf(read.map(({ document }) => document));
    });

    async function expectAnswersOf(imported: readonly NamespaceDocument[]): Promise<void> {
      for (const document of imported) await importer.import(document, mode);
      const flags = await compiledFlags(imported.map(({ namespace }) => namespace.key));
      const recorded = recordedAnswers(fileName);
      expect(recorded).toHaveLength(questions);
      const answers = recorded.map(({ request }) => {
        const flag = flags.get(request.namespaceKey)?.get(request.flagKey);
        if (flag === undefined) throw new Error(`there is no flag ${request.flagKey}`);
        return answerOf(flag, request);
      });
      expect(answers.map(comparableAnswer)).toEqual(recorded.map(({ answer }) => comparableAnswer(answer)));
    }
  },
);

async function compiledFlags(
  namespaceKeys: readonly string[],
): Promise<ReadonlyMap<string, Snapshot['flags']>> {
  const source = new DatabaseSnapshotSource(temporary.database);
  const byNamespace = new Map<string, Snapshot['flags']>();
  for (const key of namespaceKeys) {
    const document = await source.load(key);
    if (document === undefined) throw new Error(`there is no namespace ${key}`);
    byNamespace.set(key, compileSnapshot(document).flags);
  }
  return byNamespace;
}
