import { parseBooleanValue } from './constraint-value';

describe('parseBooleanValue', () => {
  it.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('reads %s as true', (text) => {
    expect(parseBooleanValue(text)).toBe(true);
  });

  it.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('reads %s as false', (text) => {
    expect(parseBooleanValue(text)).toBe(false);
  });

  it.each(['', 'tRUE', 'fALSE', 'yes', 'on', ' true', 'true ', '2', 'constructor'])(
    'finds no boolean in %j',
    (text) => {
      expect(parseBooleanValue(text)).toBeUndefined();
    },
  );
});
