import { UnauthenticatedError } from '@pennon/domain';
import { reasonOf, refusal } from './credential';

describe('a refusal', () => {
  it('says the same to every caller, and the reason to the log', () => {
    const one = refusal('the token has expired');
    expect(one).toBeInstanceOf(UnauthenticatedError);
    expect(one.message).toBe(refusal('there is no such token').message);
    expect(one.message).toBe('request was not authenticated');
    expect(reasonOf(one)).toBe('the token has expired');
  });

  it.each([
    [new UnauthenticatedError(undefined, { cause: new Error('bad signature') }), 'bad signature'],
    [new UnauthenticatedError(), undefined],
    [new UnauthenticatedError(undefined, { cause: { secret: 'hunter2' } }), undefined],
    ['text', undefined],
    [undefined, undefined],
  ])('of %p has the reason %p', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});
