import { requestIdOf } from './correlation';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the id of a request', () => {
  it.each(['my-req-1', 'abc-1.2:3_X', 'x'.repeat(128)])('is %j, as its caller gives it', (id) => {
    expect(requestIdOf(id)).toBe(id);
  });

  it.each([
    undefined,
    '',
    'has blanks',
    'a"b',
    'a,b',
    'é',
    'line\n',
    'a\r\nSet-Cookie: b=c',
    'x'.repeat(129),
    ['a', 'b'],
  ])('is a new one in place of %j', (given) => {
    const id = requestIdOf(given);
    expect(id).toMatch(uuid);
    expect(requestIdOf(given)).not.toBe(id);
  });
});
