import { create } from '@bufbuild/protobuf';
import { InvalidArgumentError } from '@pennon/domain';
import {
  ExpireAuthenticationSelfRequestSchema,
  ListAuthenticationsRequestSchema,
  Method,
  DeleteDistributionRequestSchema,
  DeleteNamespaceRequestSchema,
  ListFlagRequestSchema,
} from '@pennon/proto';
import { VERSION } from '@pennon/platform';
import { pennonAnalytics, pennonChanges } from '@pennon/proto';
import { assertParameters, messageFromQuery } from './query';

const { AddCountsRequestSchema } = pennonAnalytics;

describe('a query', () => {
  it('fills the fields of the message', () => {
    const query = 'limit=10&offset=20&pageToken=abc%3D&namespaceKey=shop&reference=main';
    expect(messageFromQuery(ListFlagRequestSchema, query)).toEqual(
      create(ListFlagRequestSchema, {
        limit: 10,
        // oxlint-disable-next-line typescript/no-deprecated -- deprecated for callers, and read all the same
        offset: 20,
        pageToken: 'abc=',
        namespaceKey: 'shop',
        reference: 'main',
      }),
    );
  });

  it('takes whole numbers of 64 bits, and nothing else for them', () => {
    const sequenceIn = (text: string): unknown =>
      messageFromQuery(AddCountsRequestSchema, `sequence=${encodeURIComponent(text)}`).sequence;
    expect(sequenceIn('9223372036854775807')).toBe(9223372036854775807n);
    expect(sequenceIn('-1')).toBe(-1n);
    for (const text of ['x', '1.5', '', 'NaN'])
      expect(() => sequenceIn(text)).toThrow(/^invalid field sequence: must be a whole number, not /);
    expect(() => sequenceIn('9223372036854775808')).toThrow('must be a number of 64 bits');
  });

  it('may spell the fields in snake_case', () => {
    const query = 'page_token=abc&namespace_key=shop';
    expect(messageFromQuery(ListFlagRequestSchema, query)).toMatchObject({
      pageToken: 'abc',
      namespaceKey: 'shop',
    });
  });

  it('gives a list by as many parameters of its name', () => {
    const { ListRevisionsRequestSchema } = pennonChanges;
    const actorsIn = (query: string): readonly string[] =>
      messageFromQuery(ListRevisionsRequestSchema, query).actor;
    expect(actorsIn('actor=ana&limit=2&actor=bob')).toEqual(['ana', 'bob']);
    expect(actorsIn('actor=ana')).toEqual(['ana']);
    expect(actorsIn('limit=2')).toEqual([]);
  });

  it.each(['', 'unknown=1&unknown=2', '%7B%22a%22%3A1%7D', 'Limit=5', '&&', '=x'])(
    'leaves the message empty when it names no field: %j',
    (query) => {
      expect(messageFromQuery(ListFlagRequestSchema, query)).toEqual(create(ListFlagRequestSchema));
    },
  );

  it('may leave strings empty', () => {
    const query = 'limit=0&offset=0&pageToken=&reference=';
    expect(messageFromQuery(ListFlagRequestSchema, query)).toEqual(create(ListFlagRequestSchema));
  });

  it('means a blank by a plus sign', () => {
    expect(messageFromQuery(ListFlagRequestSchema, 'pageToken=Hello+World')).toMatchObject({
      pageToken: 'Hello World',
    });
  });

  it('may hold broken percent-encoding, which stays as it is', () => {
    expect(messageFromQuery(ListFlagRequestSchema, 'pageToken=%zz')).toMatchObject({ pageToken: '%zz' });
  });

  it.each([
    ['0', 0],
    ['-5', -5],
    ['%2B5', 5],
    ['007', 7],
    ['2147483647', 2147483647],
    ['-2147483648', -2147483648],
  ])('has the whole number %s', (text, limit) => {
    expect(messageFromQuery(ListFlagRequestSchema, `limit=${text}`)).toMatchObject({ limit });
  });

  it.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('has true by %s', (text) => {
    expect(messageFromQuery(DeleteNamespaceRequestSchema, `force=${text}`)).toMatchObject({ force: true });
  });

  it.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('has false by %s', (text) => {
    expect(messageFromQuery(DeleteNamespaceRequestSchema, `force=${text}`)).toMatchObject({ force: false });
  });

  it.each([
    ['limit=abc', 'parsing field "limit": strconv.ParseInt: parsing "abc": invalid syntax'],
    ['limit=', 'parsing field "limit": strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=1.0', 'parsing field "limit": strconv.ParseInt: parsing "1.0": invalid syntax'],
    ['limit=1e3', 'parsing field "limit": strconv.ParseInt: parsing "1e3": invalid syntax'],
    ['limit=0x1', 'parsing field "limit": strconv.ParseInt: parsing "0x1": invalid syntax'],
    ['limit=%201', 'parsing field "limit": strconv.ParseInt: parsing " 1": invalid syntax'],
    ['limit=2147483648', 'parsing field "limit": strconv.ParseInt: parsing "2147483648": value out of range'],
    [
      'offset=-2147483649',
      'parsing field "offset": strconv.ParseInt: parsing "-2147483649": value out of range',
    ],
    ['limit=1&limit=2', 'too many values for field "limit": 1, 2'],
    ['pageToken=a&page_token=b', 'too many values for field "page_token": a, b'],
    ['reference=a&reference=a', 'too many values for field "reference": a, a'],
  ])('is refused when it cannot be read: %s', (query, message) => {
    expect(() => messageFromQuery(ListFlagRequestSchema, query)).toThrow(new InvalidArgumentError(message));
  });

  it('does not fill what the path gives', () => {
    const inPath = [ListFlagRequestSchema.field.namespaceKey];
    const query = 'namespaceKey=a&namespace_key=b&limit=1';
    expect(messageFromQuery(ListFlagRequestSchema, query, inPath)).toEqual(
      create(ListFlagRequestSchema, { limit: 1 }),
    );
  });

  it.each([
    ['x', 'parsing field "force": strconv.ParseBool: parsing "x": invalid syntax'],
    ['', 'parsing field "force": strconv.ParseBool: parsing "": invalid syntax'],
    ['yes', 'parsing field "force": strconv.ParseBool: parsing "yes": invalid syntax'],
    ['tRUE', 'parsing field "force": strconv.ParseBool: parsing "tRUE": invalid syntax'],
  ])('is refused when a boolean is %j', (text, message) => {
    expect(() => messageFromQuery(DeleteNamespaceRequestSchema, `force=${text}`)).toThrow(
      new InvalidArgumentError(message),
    );
  });

  it('names a field in errors by its snake_case name, however it was spelled', () => {
    const query = 'variantId=a&variantId=b';
    expect(() => messageFromQuery(DeleteDistributionRequestSchema, query)).toThrow(
      'too many values for field "variant_id": a, b',
    );
  });
});

describe('an enum in a query', () => {
  it.each([
    ['METHOD_NONE', Method.NONE],
    ['METHOD_OIDC', Method.OIDC],
    ['METHOD_ORCHESTRATOR', Method.ORCHESTRATOR],
    ['METHOD_KUBERNETES', Method.ORCHESTRATOR],
    ['METHOD_GITHUB', Method.CODEHOST],
    ['0', Method.NONE],
    ['4', Method.CODEHOST],
  ])('is a name, an alias too, or a number: %s', (text, method) => {
    expect(messageFromQuery(ListAuthenticationsRequestSchema, `method=${text}`)).toMatchObject({ method });
  });

  it.each(['method_token', 'TOKEN', '', '99', '-1', '1.0', '01', ' 1'])('is not %j', (text) => {
    expect(() => messageFromQuery(ListAuthenticationsRequestSchema, `method=${text}`)).toThrow(
      new InvalidArgumentError(`parsing field "method": ${JSON.stringify(text)} is not a valid value`),
    );
  });

  it('is there once', () => {
    expect(() => messageFromQuery(ListAuthenticationsRequestSchema, 'method=1&method=1')).toThrow(
      'too many values for field "method": 1, 1',
    );
  });
});

describe('a moment in a query', () => {
  it.each(['expiresAt', 'expires_at'])('is in the words of RFC 3339: %s', (name) => {
    const read = messageFromQuery(
      ExpireAuthenticationSelfRequestSchema,
      `${name}=2025-01-02T03:04:05.678901%2B01:00`,
    );
    expect(read.expiresAt).toMatchObject({ seconds: 1_735_783_445n, nanos: 678_901_000 });
  });

  it.each(['', 'now', '2025-01-02', '1735783445', '10000-01-01T00:00:00Z'])('is not %j', (text) => {
    expect(() => messageFromQuery(ExpireAuthenticationSelfRequestSchema, `expiresAt=${text}`)).toThrow(
      new InvalidArgumentError(
        `invalid field expiresAt: "${text}" is not a time with date and zone (RFC 3339), such as "2030-01-31T09:00:00Z"`,
      ),
    );
  });
});

describe('the parameters of a call of Pennon', () => {
  const inPath = { path: '', isStrict: true, parameters: [] } as const;
  const { listRevisions, createChange } = pennonChanges.ChangeService.method;
  const list = { ...inPath, method: listRevisions, source: 'query' } as const;
  const create = { ...inPath, method: createChange, source: 'body' } as const;

  it.each(['', 'flagKey=a', 'flag_key=a&limit=5', 'pretty', 'pretty=false', '&&'])('may be %j', (query) => {
    expect(() => {
      assertParameters(query, list);
    }).not.toThrow();
  });

  it.each([
    ['flagkey=a', list, `flagkey: unknown to Pennon ${VERSION}; did you mean flagKey?`],
    ['limit=1&author=ana', list, `author: unknown to Pennon ${VERSION}`],
    ['validateOnly=true', create, `validateOnly: unknown to Pennon ${VERSION}`],
    ['view=JSON', list, `view: unknown to Pennon ${VERSION}`],
    ['view=json', create, 'view: must be JSON'],
    ['view=JSON&view=', create, 'view: must be JSON'],
  ] as const)('are refused when the call does not know them: %s', (query, route, problem) => {
    expect(() => {
      assertParameters(query, route);
    }).toThrow(new InvalidArgumentError(`invalid field ${problem}`));
  });

  it.each(['namespaceKey', 'namespace_key'])('may say %s like the path, and not otherwise', (name) => {
    const { namespaceKey: field } = listRevisions.input.field;
    const route = { ...list, parameters: [{ field, value: 'shop' }] };
    assertParameters(`${name}=shop`, route);
    expect(() => {
      assertParameters(`${name}=prod`, route);
    }).toThrow(
      new InvalidArgumentError('invalid field namespaceKey: contradicts the path, where it is "shop"'),
    );
  });
});
