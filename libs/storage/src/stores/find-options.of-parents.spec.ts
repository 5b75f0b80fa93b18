import { In } from 'typeorm';
import { ofParents } from './find-options';

function keys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `key-${index}`);
}

describe('the condition for children of parents', () => {
  it.each([0, 1, 500])('names all of %d parents', (count) => {
    expect(ofParents(keys(count))).toEqual(In(keys(count)));
  });

  it('is none when the parents are too many to name', () => {
    expect(ofParents(keys(501))).toBeUndefined();
  });
});
