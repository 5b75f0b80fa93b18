import type { PublishOutcome } from '../publish-round';
import { describeOutcome } from './export-report';

const nothing: PublishOutcome = {
  manifest: { format: 1, exportedAt: '2026-11-22T03:30:00.000Z', namespaces: [] },
  isChanged: false,
  written: [],
  removed: [],
  setBack: [],
  refused: [],
  omissions: [],
  tokens: undefined,
  pruned: 0,
  pruneFailure: undefined,
};

const entry = {
  key: 'revisions/shop/3-00.features.json',
  size: 52,
  sha256: '00',
  namespaceKey: 'shop',
  revision: 3,
};

it('an export that found nothing to do says so', () => {
  expect(describeOutcome(nothing)).toEqual(['nothing has changed since the last export']);
});

it('an export says what it did, and what has to be looked at last', () => {
  const outcome: PublishOutcome = {
    ...nothing,
    isChanged: true,
    written: [entry],
    removed: ['old'],
    setBack: ['shop'],
    refused: [{ namespaceKey: 'big', reason: 'its document is too long' }],
    omissions: [{ namespaceKey: 'shop', what: 'something' }],
    tokens: 1,
    pruned: 2,
    pruneFailure: new Error('not allowed'),
  };
  expect(describeOutcome(outcome)).toEqual([
    'namespace "shop": revision 3 exported, 52 bytes',
    'namespace "old": not there any more, removed',
    'hashes of 1 client token exported',
    '2 old objects deleted',
    'warning: namespace "shop": something',
    'warning: namespace "shop": its revision is lower than before: the database has another history, which readers follow',
    'warning: old objects were not deleted: not allowed',
    'error: namespace "big" was not exported: its document is too long',
  ]);
});
