import { onServer } from '../../support/on-server';
import { invalidArgument, outcomeOf, success } from '../../support/outcome';

const flags = '/api/v1/namespaces/default/flags';

onServer((server) => {
  test.each([
    ['a number given twice', 'limit=1&limit=2', 'too many values for field "limit": 1, 2'],
    ['a text given twice', 'reference=a&reference=b', 'too many values for field "reference": a, b'],
    ['a value in both spellings', 'pageToken=a&page_token=b', 'too many values for field "page_token": a, b'],
    [
      'a word as a number',
      'limit=abc',
      'parsing field "limit": strconv.ParseInt: parsing "abc": invalid syntax',
    ],
    ['an empty number', 'limit=', 'parsing field "limit": strconv.ParseInt: parsing "": invalid syntax'],
    ['a fraction', 'limit=1.5', 'parsing field "limit": strconv.ParseInt: parsing "1.5": invalid syntax'],
    [
      'a number in another base',
      'limit=0x10',
      'parsing field "limit": strconv.ParseInt: parsing "0x10": invalid syntax',
    ],
    [
      'a number beyond 32 bits',
      'limit=2147483648',
      'parsing field "limit": strconv.ParseInt: parsing "2147483648": value out of range',
    ],
    ['a negative limit', 'limit=-1', 'invalid field limit: must not be negative'],
    ['a negative offset', 'limit=1&offset=-1', 'invalid field offset: must not be negative'],
    ['an offset without a limit', 'offset=1', 'limit must be set when offset or pageToken is set'],
    ['a page token that is none', 'limit=1&pageToken=Hello%20World', 'pageToken is not valid: "Hello World"'],
    ['a zero byte as a page token', 'limit=1&pageToken=%00', 'pageToken is not valid: "\\x00"'],
  ])('%s is refused', async (_, query, message) => {
    expect(outcomeOf(await server.send({ path: `${flags}?${query}` }))).toEqual(invalidArgument(message));
  });

  test.each([
    ['what no parameter is called', 'colour=red&__proto__=1&constructor=2'],
    ['a text of JSON, as one SDK sends it', '{"limit":10}'],
    ['what cannot be decoded', 'reference=%zz&%ff=%ff'],
    ['an empty text', 'reference=&pageToken='],
    ['the snake_case spelling', 'page_token=&limit=5'],
    ['the largest number', 'limit=2147483647'],
    ['nothing but separators', '&&==&?'],
  ])('%s is no mistake', async (_, query) => {
    expect(outcomeOf(await server.send({ path: `${flags}?${query}` }))).toEqual(
      success({ flags: [], nextPageToken: '', totalCount: 0 }),
    );
  });

  test.each([
    [
      'a word as a boolean',
      'force=maybe',
      'parsing field "force": strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    ['a boolean given twice', 'force=true&force=false', 'too many values for field "force": true, false'],
  ])('%s is refused', async (_, query, message) => {
    const path = `/api/v1/namespaces/default?${query}`;
    expect(outcomeOf(await server.send({ verb: 'DELETE', path }))).toEqual(invalidArgument(message));
  });

  test('a query on a route that takes a body is not read', async () => {
    const path = '/evaluate/v1/batch?requests=1&requests=2&requestId=a';
    expect(outcomeOf(await server.send({ path, body: '{"requestId": "mine"}' }))).toEqual(
      success({ requestId: 'mine', responses: [], requestDurationMillis: expect.any(Number) }),
    );
  });
});
