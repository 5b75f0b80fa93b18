import { buildDocument, writeDocuments, type ImportMode, type NamespaceDocument } from '@pennon/document';
import { evaluateBoolean, evaluateVariant, type EvaluationContext } from '@pennon/evaluator';
import { compileSnapshot, type Snapshot } from '@pennon/snapshot';
import { aDocument, applyPlan, planImport } from '@pennon/testing';
import fc from 'fast-check';
import { sized } from '../../support/size';
import { TransferHome } from '../../support/transfer-home';

/** How many namespaces are made, and how many requests each of them is asked. */
const NAMESPACES = sized({ small: 20, whole: 50 });
const REQUESTS = 200;

const update: ImportMode = { existing: 'update', prune: false };

let here: TransferHome;
let there: TransferHome;

beforeAll(async () => {
  [here, there] = [await TransferHome.open(), await TransferHome.open()];
});

afterAll(async () => {
  await here.temporary.remove();
  await there.temporary.remove();
});

let made = 0;

/** Documents, each of a namespace of its own. */
const documents = aDocument().map((document) => inNamespace(document, `namespace-${made++}`));

function inNamespace(document: NamespaceDocument, key: string): NamespaceDocument {
  const { name = key, description = '' } = document.namespace;
  return { ...document, namespace: { key, name, description } };
}

function bytesOf(document: NamespaceDocument): string {
  return [...writeDocuments([document], { format: 'yaml' })].join('');
}

async function exportFrom({ exports }: TransferHome, key: string): Promise<NamespaceDocument> {
  const found = await exports.read(key);
  if (found === undefined) throw new Error(`there is no namespace ${key}`);
  expect(found.omissions).toEqual([]);
  return found.document;
}

/** A request: an entity and what is said of it, some of it in the words of the constraints. */
interface Request {
  readonly entityId: string;
  readonly context: EvaluationContext;
}

function requestsFor({ segments }: NamespaceDocument): fc.Arbitrary<readonly Request[]> {
  const constraints = segments.flatMap((segment) => segment.constraints);
  const properties = ['country', ...constraints.map(({ property }) => property)];
  const values = ['', 'true', '1', ...constraints.map(({ value }) => value)];
  const request = fc.record({
    entityId: fc.oneof(fc.uuid(), fc.constantFrom(...values)),
    context: fc.dictionary(fc.constantFrom(...properties), fc.constantFrom(...values), { maxKeys: 4 }),
  });
  return fc.array(request, { minLength: REQUESTS, maxLength: REQUESTS, size: 'max' });
}

async function snapshotOf({ source }: TransferHome, key: string): Promise<Snapshot> {
  const document = await source.load(key);
  if (document === undefined) throw new Error(`there is no namespace ${key}`);
  return compileSnapshot(document);
}

/** What a namespace answers, flag by flag. */
function answersOf({ flags }: Snapshot, { entityId, context }: Request): readonly unknown[] {
  return [...flags.values()].map((flag) => {
    if (flag.type === 'boolean') return evaluateBoolean(flag, entityId, context);
    return evaluateVariant(flag, entityId, context);
  });
}

it('what was imported is exported byte for byte, and answers alike wherever the export is imported', async () => {
  let requests = 0;
  await fc.assert(
    fc.asyncProperty(
      documents.chain((document) => fc.tuple(fc.constant(document), requestsFor(document))),
      async ([document, asked]) => {
        const { key } = document.namespace;
        await here.importer.import(document, update);
        const first = await exportFrom(here, key);
        expect(bytesOf(first)).toBe(bytesOf(document));
        await there.importer.import(first, update);
        expect(bytesOf(await exportFrom(there, key))).toBe(bytesOf(document));

        const [before, after] = [await snapshotOf(here, key), await snapshotOf(there, key)];
        for (const request of asked) expect(answersOf(after, request)).toEqual(answersOf(before, request));
        requests += asked.length;
      },
    ),
    { numRuns: NAMESPACES, endOnFailure: true },
  );
  expect(requests).toBe(NAMESPACES * REQUESTS);
}, 300_000);

it('an import makes of rows what its plan says, whatever was there and whatever the mode', async () => {
  const mode: fc.Arbitrary<ImportMode> = fc.record({
    existing: fc.constantFrom('update' as const, 'skip' as const),
    prune: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(documents, documents, mode, async (before, other, any) => {
      const after = inNamespace(other, before.namespace.key);
      const { key } = before.namespace;
      await here.importer.import(before, update);
      await here.importer.import(after, any);
      const start = applyPlan(planImport(before, undefined, update), undefined);
      const { document } = buildDocument(applyPlan(planImport(after, start, any), start));
      expect(await exportFrom(here, key)).toEqual(document);
      expect((await here.importer.preview(after, any)).lines).toEqual([]);
    }),
    { numRuns: NAMESPACES, endOnFailure: true },
  );
}, 300_000);
