import { aShownFlag } from '../../../tests/support/a-flag';
import { planFlagUpdate } from './flag-plans';
import { planSegmentUpdate } from './segment-plans';
import { type BasedFlag, type BasedSegment } from './state-plans';

const read = { base: '3.a', document: '{"key":"checkout"}', createdAt: '', updatedAt: '' };

const flag: BasedFlag = { ...aShownFlag('checkout', { name: 'First' }), ...read };

const segment: BasedSegment = {
  ...{ namespaceKey: 'shop', key: 'beta', name: 'First', description: '', matchType: 'all' },
  ...{ constraints: [], ...read },
};

/** A state with another name, as it is to be sent. */
const renamed = {
  ...{ state: { name: 'Mine' }, before: { name: 'First' } },
  kept: { document: read.document, parts: ['name'] },
};

test('a change is based on what it was made from, and keeps of it all but what it changes', () => {
  const { wanted } = planFlagUpdate(flag, { name: 'Mine' });
  expect(wanted).toMatchObject({ base: '3.a', flags: [renamed] });
  expect(planSegmentUpdate(segment, { ...segment, name: 'Mine' }).wanted).toMatchObject({
    ...{ base: '3.a', segments: [renamed] },
  });
});

test('nothing is wanted where nothing is another value', () => {
  expect(planFlagUpdate(flag, { name: 'First' }).wanted).toBeUndefined();
});
