import { randomBytes, randomUUID } from 'node:crypto';
import { isGuessable } from './guessable';

describe('a secret that somebody chose', () => {
  it.each([
    'password12345678',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '1234567890123456',
    'changeme',
    '',
  ])('may be guessed if it is %j', (secret) => {
    expect(isGuessable(secret)).toBe(true);
  });

  it('may not if it is drawn at random', () => {
    for (let draw = 0; draw < 1000; draw++) {
      const bytes = randomBytes(16);
      for (const secret of [randomUUID(), bytes.toString('hex'), randomBytes(24).toString('base64')]) {
        expect([secret, isGuessable(secret)]).toEqual([secret, false]);
      }
    }
  });
});
