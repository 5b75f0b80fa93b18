import fc from 'fast-check';
import { isSameRevision, mayBeRevision, readRevision, revisionText, type Revision } from './revision';

const mark = fc.stringMatching(/^[\w-]{12}$/);

const revision: fc.Arbitrary<Revision> = fc.record({
  revision: fc.nat(Number.MAX_SAFE_INTEGER),
  mark: fc.option(mark, { nil: undefined }),
});

describe('the text of a revision', () => {
  it('is read as that revision', () => {
    fc.assert(
      fc.property(revision, (one) => {
        expect(readRevision('at', revisionText(one))).toEqual(one);
      }),
    );
  });

  it.each([
    '',
    '-1',
    '+1',
    '1.5',
    '1e3',
    'latest',
    '7.',
    '.rT0cJ8k1xWqZ',
    '7.rT0cJ8k1xWq!',
    '7.rT0cJ8k1xWqZ7',
    ' 7',
  ])('is not %j', (text) => {
    expect(() => readRevision('at', text)).toThrow('invalid field at: must be a revision');
  });

  it('is refused in its own digits beyond the largest number', () => {
    expect(() => readRevision('at', '9007199254740993.rT0cJ8k1xWqZ')).toThrow(
      'invalid field at: 9007199254740993 is beyond the largest revision, 9007199254740991',
    );
  });
});

describe('two revisions', () => {
  const one = { revision: 7, mark: 'rT0cJ8k1xWqZ' };

  it('are the same with the same number and mark alone', () => {
    expect(isSameRevision(one, { ...one })).toBe(true);
    expect(isSameRevision(one, { revision: 7 })).toBe(false);
    expect(isSameRevision(one, { ...one, mark: 'aaaaaaaaaaaa' })).toBe(false);
    expect(isSameRevision(one, undefined)).toBe(false);
  });

  it('may be the same where nobody knows both marks', () => {
    expect(mayBeRevision({ revision: 7 }, one)).toBe(true);
    expect(mayBeRevision(one, { revision: 7 })).toBe(true);
    expect(mayBeRevision(one, { ...one, mark: 'aaaaaaaaaaaa' })).toBe(false);
    expect(mayBeRevision(one, { ...one, revision: 8 })).toBe(false);
  });
});
