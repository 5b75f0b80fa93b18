import { readFileSync } from 'node:fs';
import { Importer, Changes } from '@pennon/changes';
import { readDocuments } from '@pennon/document';
import { DatabaseTokenStore, UnitOfWork, type Database } from '@pennon/storage';
import { SERVICE_ORIGIN } from '@pennon/domain';
import { anAuthentication, SOME_MOMENT, aFlag, timesAfter } from '@pennon/testing';
import { person, SettableClock, sharedBy, WaitingChanges } from '../waiting-changes';

const MINUTE = 60_000_000;

/** Texts that databases might order, cut, fold or escape, each in a way of its own. */
export const oddTexts: readonly string[] = [
  'A',
  'a',
  'B',
  'a ',
  'a  ',
  'Ä',
  'a\u0308',
  'ß',
  'ss',
  'z',
  '\uffee',
  '😀',
  '\u{10ffff}',
  `it's "quoted" \\ 'twice'`,
  'two\nlines\r\nand\ttabs',
  '\u2028 \u2029 \u0001 \u007f',
  '%_ :name $1 ?',
];

/** A text that takes several pages. */
const LONG_TEXT = 'ünïcode 😀 '.repeat(150_000);

/** What a test needs to know of what was written. */
export interface FullDatabase {
  /** Id of a change of namespace `shop` that waits for its time, on the present revision. */
  readonly waitingChange: string;
  /** When it is due. */
  readonly dueAt: number;
}

/** Puts rows into every table that a backup has: by what writes them where it is short, and odd ones past it. */
export async function fillDatabase(database: Database): Promise<FullDatabase> {
  const clock = new SettableClock();
  const waiting = new WaitingChanges(database, clock);
  const unitOfWork = new UnitOfWork(database);
  const importer = new Importer(unitOfWork, new Changes(unitOfWork));
  const shop = readFileSync('test/conformance/fixtures/shop.yaml', 'utf8');
  for (const { document } of readDocuments(shop, { format: 'yaml' }))
    await importer.import(document, { existing: 'update', prune: false });
  for (const key of ['gone', 'reviewed']) await waiting.addNamespace(key);
  await unitOfWork.write(({ namespaces }) => namespaces.delete({ key: 'gone' }));
  await addOddFlags(database);
  await addTokens(database);
  await addOtherRows(database);
  await addSavedItems(unitOfWork);
  await addLooks(unitOfWork);
  await addReviewed(waiting);
  await addRamp(waiting);
  const dueAt = clock.moment + 60 * MINUTE;
  const [base] = await unitOfWork.read(async ({ namespaces }) => [await namespaces.revisionOf('shop')]);
  const { found } = await waiting.creation.create(person('ana'), {
    ...{ namespaceKey: 'shop', origin: 'change', message: '', baseRevision: base, isProposal: false },
    steps: [{ wanted: sharedBy('shop', 'waits', 40), at: dueAt }],
  });
  return { waitingChange: found?.request.id ?? '', dueAt };
}

async function addSavedItems(unitOfWork: UnitOfWork): Promise<void> {
  const saved = { namespaceKey: 'shop', owner: SERVICE_ORIGIN, ...timesAfter(0) };
  await unitOfWork.write(async ({ savedItems }) => {
    for (const [index, name] of oddTexts.entries())
      await savedItems.put({ ...saved, kind: 'view', id: `view-${index}`, name, content: { query: name } });
  });
}

/** The order and the hues of namespaces. */
async function addLooks(unitOfWork: UnitOfWork): Promise<void> {
  await unitOfWork.write(({ namespaceLooks }) =>
    namespaceLooks.set([
      { namespaceKey: 'shop', hue: 'red' },
      { namespaceKey: 'default', hue: undefined },
    ]),
  );
}

async function addOddFlags(database: Database): Promise<void> {
  const unitOfWork = new UnitOfWork(database);
  for (const [index, text] of [...oddTexts, LONG_TEXT].entries()) {
    await unitOfWork.change('shop', async ({ flags }) => {
      const flag = aFlag(text.slice(0, 20), {
        ...{ namespaceKey: 'shop', name: text, description: text, type: 'boolean' },
        off: index % 3 === 0 ? { by: text, at: SOME_MOMENT, reason: text } : undefined,
        ...{ isEnabled: index % 2 === 0, createdAt: SOME_MOMENT + index, updatedAt: SOME_MOMENT + index },
      });
      await flags.createAll([flag]);
    });
  }
}

async function addTokens(database: Database): Promise<void> {
  const tokens = new DatabaseTokenStore(database);
  for (const id of ['kept', 'revoked', 'expiring'])
    await tokens.create(
      anAuthentication(id, id === 'expiring' ? { expiresAt: SOME_MOMENT } : {}),
      `hash of ${id}`,
    );
  await tokens.delete('revoked');
}

/** A change that one person has approved and another one has to. */
async function addReviewed(waiting: WaitingChanges): Promise<void> {
  await waiting.setPolicy('reviewed', 2, {
    requiredReviewers: [{ kind: 'group', name: 'Ä 😀' }],
    appliesTo: { tags: ['pci'], keys: ['colour'] },
    reapprovesMerged: true,
  });
  const { found } = await waiting.creation.create(person('ana'), {
    ...{
      namespaceKey: 'reviewed',
      origin: 'change',
      message: 'why',
      baseRevision: undefined,
      isProposal: true,
    },
    steps: [{ wanted: sharedBy('reviewed', 'colour', 5), at: undefined }],
  });
  const review = { verdict: 'approve', comment: 'fine', version: undefined } as never;
  await waiting.reviews.review(person('ben'), 'reviewed', found?.request.id ?? '', review);
}

/** A series whose first step was applied. */
async function addRamp(waiting: WaitingChanges): Promise<void> {
  await waiting.addNamespace('ramp');
  const { moment } = waiting.clock;
  await waiting.creation.create(person('ana'), {
    ...{ namespaceKey: 'ramp', origin: 'change', message: '', baseRevision: undefined, isProposal: false },
    steps: [10, 50, 100].map((share, step) => ({
      wanted: sharedBy('ramp', 'colour', share),
      at: moment + (step + 1) * MINUTE,
    })),
  });
  waiting.clock.moment += MINUTE;
  await waiting.look();
}

async function addOtherRows(database: Database): Promise<void> {
  const count = { namespaceKey: 'shop', flagKey: 'checkout', evaluations: 2 ** 40 };
  await database.write(async (manager) => {
    const shop = await manager.query<readonly { readonly mark: string; readonly revision: string }[]>(
      `SELECT mark, revision FROM namespaces WHERE ${manager.connection.driver.escape('key')} = 'shop'`,
    );
    await manager.insert(
      'EvaluationCount',
      oddTexts.map((value, minute) => ({ ...count, value, minute })),
    );
    await manager.insert('CountSource', { id: 'source', sequence: 7, heardAt: SOME_MOMENT });
    await manager.insert('AuditPosition', { name: 'webhook', position: 1 });
    await manager.insert('AuditDeadLetter', {
      ...{ sink: 'webhook', position: 1, body: LONG_TEXT, reason: '', attempts: 3, failedAt: SOME_MOMENT },
    });
    await manager.insert('RequestKey', {
      ...{ namespaceKey: 'shop', requestKey: 'Key ', digest: 'digest', at: SOME_MOMENT },
      ...{ revision: Number(shop[0]?.revision), revisionMark: shop[0]?.mark, changeId: '' },
    });
    await manager.insert('LoginState', {
      ...{ stateHash: 'hash', provider: 'p', nonce: 'n', codeVerifier: 'v', redirectUri: '', returnPath: '' },
      ...{ previousSession: '', expiresAt: SOME_MOMENT },
    });
  });
}
