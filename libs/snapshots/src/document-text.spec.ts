import { SNAPSHOT_FORMAT_VERSION, type SnapshotDocument } from '@pennon/snapshot';
import { documentText, DocumentReader } from './document-text';

const FLAGS = 10_000;

/** What reading and writing puts together before others have their turn. */
const LINES_AT_A_TIME = 500;

const document: SnapshotDocument = {
  formatVersion: SNAPSHOT_FORMAT_VERSION,
  namespaceKey: 'shop',
  revision: 1,
  segments: [],
  flags: Array.from({ length: FLAGS }, (_, index) => ({
    key: `flag-${index}`,
    name: '',
    description: '',
    type: 'boolean' as const,
    isEnabled: true,
    createdAt: 0,
    updatedAt: 0,
    variants: [],
    rollouts: [],
  })),
};

/** How often others had their turn while the work was under way; it waits for nothing else. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isUnderWay = true;
  const others = (): void => {
    turns++;
    if (isUnderWay) setImmediate(others);
  };
  setImmediate(others);
  await work();
  isUnderWay = false;
  return turns;
}

describe('the text of a document of 10,000 flags', () => {
  const parts: string[] = [];

  it('is made without keeping others from their turn', async () => {
    const turns = await turnsDuring(async () => {
      for await (const part of documentText(document)) parts.push(part);
    });
    expect(turns).toBeGreaterThanOrEqual(FLAGS / LINES_AT_A_TIME);
    expect(parts.length).toBeGreaterThan(1);
  });

  it('is read without keeping others from their turn', async () => {
    const reader = new DocumentReader();
    const turns = await turnsDuring(async () => {
      for (const part of parts) await reader.take(part);
    });
    expect(turns).toBeGreaterThanOrEqual(FLAGS / LINES_AT_A_TIME);
    expect(reader.end()).toEqual(document);
  });
});
