import { MICROS_PER_SECOND } from '@pennon/domain';
import {
  person,
  sharedBy,
  type WaitingChanges,
  waitingChangesForEachTest,
} from '../../../../../test/support/waiting-changes';

const HOUR = 3600 * MICROS_PER_SECOND;
const [ana, ben, eva] = [person('ana'), person('ben'), person('eva')];

let waiting: WaitingChanges;

waitingChangesForEachTest((made) => {
  ({ waiting } = made);
});

describe('an approval of what was seen at a revision', () => {
  const otherEffect = { code: 'ABORTED', info: { reason: 'OTHER_EFFECT' } };

  /** Somebody else gives the flag another share, or another name. */
  async function interfere(percent: number, name = 'banner'): Promise<void> {
    const wanted = sharedBy('shop', 'banner', percent);
    const flags = wanted.document.flags.map((flag) => ({ ...flag, name }));
    await waiting.creation.create(eva, {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
      steps: [{ wanted: { ...wanted, document: { ...wanted.document, flags } } }],
    });
  }

  async function proposeShare(percent: number): Promise<string> {
    const { found } = await waiting.creation.create(ana, {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: true, baseRevision: undefined },
      steps: [{ wanted: sharedBy('shop', 'banner', percent) }],
    });
    return found?.request.id ?? '';
  }

  async function latest(): Promise<number> {
    const revision = await waiting.unitOfWork.read(({ namespaces }) => namespaces.revisionOf('shop'));
    return revision?.revision ?? 0;
  }

  async function approve(id: string, revision: number): Promise<string> {
    const given = { verdict: 'approve', comment: '', version: undefined } as const;
    const seenRevision = { revision, mark: undefined };
    const { found } = await waiting.reviews.review(ben, 'shop', id, { ...given, seenRevision });
    return found?.request.state ?? '';
  }

  beforeEach(async () => interfere(10));

  it('counts, though others have changed something else of the flag meanwhile', async () => {
    const id = await proposeShare(50);
    const seen = await latest();
    await interfere(10, 'Banner');
    expect(await approve(id, seen)).toBe('applied');
  });

  it('is refused if the part was changed, and counts at the revision after that was changed back', async () => {
    const id = await proposeShare(50);
    const seen = await latest();
    await interfere(20);
    await expect(approve(id, seen)).rejects.toMatchObject(otherEffect);
    expect((await waiting.requests.get('shop', id)).reviews).toEqual([]);
    await interfere(10);
    expect(await approve(id, seen)).toBe('applied');
  });

  it('is refused if others have done a part of it, or all', async () => {
    const id = await proposeShare(50);
    const seen = await latest();
    await interfere(50);
    await expect(approve(id, seen)).rejects.toMatchObject(otherEffect);
    expect(await approve(id, await latest())).toBe('applied');
  });

  it('is refused if the change is in conflict, whatever was seen', async () => {
    const id = await proposeShare(50);
    await interfere(20);
    await expect(approve(id, await latest())).rejects.toMatchObject(otherEffect);
  });

  it('is refused of a revision that is still to come', async () => {
    const id = await proposeShare(50);
    await expect(approve(id, 99)).rejects.toMatchObject({
      message: 'invalid field seenRevision: is 99, and the latest revision is 2',
    });
  });

  it('is refused if somebody writes between the check and what is applied', async () => {
    const id = await proposeShare(50);
    const seen = await latest();
    const { requests } = waiting;
    const applyNow = requests.applyNow.bind(requests);
    jest.spyOn(requests, 'applyNow').mockImplementation(async (...args) => {
      await interfere(20);
      return applyNow(...args);
    });
    await expect(approve(id, seen)).rejects.toMatchObject(otherEffect);
    expect(await waiting.requests.get('shop', id)).toMatchObject({
      request: { state: 'pending' },
      reviews: [],
    });
  });

  it('is of the steps that wait, also after the first one was applied', async () => {
    await waiting.setPolicy('shop', 1);
    const { found } = await waiting.creation.create(ana, {
      ...{ namespaceKey: 'shop', origin: 'change', message: '', isProposal: false, baseRevision: undefined },
      steps: [50, 100].map((percent, index) => ({
        wanted: sharedBy('shop', 'banner', percent),
        ...(index > 0 && { after: HOUR }),
      })),
    });
    const seen = await latest();
    const id = found?.request.id ?? '';
    expect(await approve(id, seen)).toBe('applied');
    const { steps } = await waiting.series.get('shop', found?.request.seriesId ?? '');
    const second = steps[1]?.request.id ?? '';
    await waiting.edits.update(ana, 'shop', second, { wanted: sharedBy('shop', 'banner', 90) });
    expect(await approve(second, seen)).toBe('scheduled');
  });
});
