import { InvalidArgumentError } from '@pennon/domain';
import { EnumWords } from './enum-words';

const sizes = new EnumWords({ small: 0, large: 5 });

describe('words for the numbers of an enum', () => {
  it('translate both ways', () => {
    expect([sizes.toWire('small'), sizes.toWire('large')]).toEqual([0, 5]);
    expect([sizes.fromWire('size', 0), sizes.fromWire('size', 5)]).toEqual(['small', 'large']);
  });

  it('find nothing for a number without a word', () => {
    expect(sizes.find(5)).toBe('large');
    expect(sizes.find(1)).toBeUndefined();
  });

  it('refuse a number without a word by the name of the field', () => {
    expect(() => sizes.fromWire('size', 1)).toThrow(
      new InvalidArgumentError('invalid field size: unknown value 1'),
    );
  });
});
