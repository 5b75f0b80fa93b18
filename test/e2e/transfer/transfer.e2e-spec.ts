import { status } from '@grpc/grpc-js';
import { pennonTransfer } from '@pennon/proto';
import { useGrpcClient } from '../../support/grpc-use-client';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, notFound, outcomeOf } from '../../support/outcome';
import { documentOf, documentPath, importRequest, shopDocument } from './documents';

const { exportNamespace, importNamespace } = pennonTransfer.TransferService.method;

onServer((server) => {
  const grpc = useGrpcClient(server);

  beforeEach(async () => {
    expect((await server.send(importRequest('shop', shopDocument, { prune: true }))).status).toBe(200);
  });

  async function exported(namespaceKey = 'shop'): Promise<unknown> {
    return documentOf(await server.send({ path: documentPath(namespaceKey) }));
  }

  async function variantOf(entity: object): Promise<unknown> {
    const question = { namespaceKey: 'shop', flagKey: 'colour', entityId: 'e', context: entity };
    const answer = await server.send(jsonRequest('POST', '/evaluate/v1/variant', question));
    return (jsonOf(answer) as { variantKey: string }).variantKey;
  }

  test('a namespace comes out as it went in, the same by both doors', async () => {
    const answer = await server.send({ path: documentPath('shop') });
    expect(outcomeOf(answer)).toMatchObject({
      status: 200,
      contentType: 'application/json',
      json: { namespaceKey: 'shop', revision: expect.stringMatching(/^\d+\.[\w-]{12}$/), omissions: [] },
    });
    expect(documentOf(answer)).toEqual(shopDocument);
    const outcome = await grpc().call(exportNamespace, { namespaceKey: 'shop' });
    const { document } = jsonOf(answer) as { document: string };
    expect(outcome).toMatchObject({ message: { namespaceKey: 'shop', document } });
  });

  test('a namespace that came out goes in under the same key, and changes nothing', async () => {
    const { document, revision } = jsonOf(await server.send({ path: documentPath('shop') })) as {
      document: string;
      revision: string;
    };
    const answer = await server.send(importRequest('shop', document, { prune: true }));
    expect(jsonOf(answer)).toEqual({
      namespaceKey: 'shop',
      revision,
      summary: { create: 0, update: 0, delete: 0 },
      lines: [],
      linesLeftOut: 0,
      warnings: [],
    });
  });

  test('the next evaluation sees an import', async () => {
    expect(await variantOf({ country: 'de' })).toBe('orange');
    expect(await variantOf({ country: 'fr' })).toBe('blue');
    for (const variant of ['blue', 'orange', 'blue']) {
      const [colour, ...others] = structuredClone(shopDocument.flags);
      for (const rule of colour?.rules ?? []) for (const share of rule.distributions) share.variant = variant;
      const answer = await server.send(
        importRequest('shop', { ...shopDocument, flags: [colour, ...others] }),
      );
      const { revision } = jsonOf(answer) as { revision: string };
      expect(revision.split('.')[0]).toBe(answer.headers['x-pennon-revision']);
      expect(await variantOf({ country: 'de' })).toBe(variant);
    }
  });

  test('the next evaluation sees an import by gRPC', async () => {
    const document = JSON.stringify({
      ...shopDocument,
      segments: [{ ...shopDocument.segments[0], constraints: [] }],
    });
    const outcome = await grpc().call(importNamespace, { namespaceKey: 'shop', document });
    expect(outcome).toMatchObject({ message: { summary: { create: 0, update: 0, delete: 1 } } });
    expect(await variantOf({ country: 'fr' })).toBe('orange');
  });

  test('a dry run tells what would be done, and does nothing', async () => {
    const request = importRequest(
      'shop',
      { namespace: 'shop', flags: [{ key: 'new', name: 'New' }] },
      {
        dryRun: true,
        prune: true,
      },
    );
    expect(jsonOf(await server.send(request))).toMatchObject({
      summary: { create: 1, update: 0, delete: 3 },
      lines: expect.arrayContaining([
        { sign: '+', depth: 0, text: 'flag new' },
        { sign: '-', depth: 0, text: 'flag colour' },
      ]),
    });
    expect(await exported()).toEqual(shopDocument);
  });

  test('what is there is left alone when told so', async () => {
    const flags = [
      { key: 'colour', name: 'Other' },
      { key: 'late', name: 'Late', type: 'VARIANT_FLAG_TYPE', enabled: false },
    ];
    const request = importRequest('shop', { namespace: 'shop', flags }, { existing: 'SKIP_EXISTING' });
    expect((await server.send(request)).status).toBe(200);
    expect(await exported()).toEqual({ ...shopDocument, flags: [...shopDocument.flags, flags[1]] });
  });

  test('no more is deleted than is allowed', async () => {
    const empty = { namespace: 'shop' };
    const few = await server.send(importRequest('shop', empty, { prune: true, maxDeletions: 2 }));
    expect(few.status).toBe(400);
    expect(await exported()).toEqual(shopDocument);
    const enough = await server.send(importRequest('shop', empty, { prune: true, maxDeletions: 3 }));
    expect(jsonOf(enough)).toMatchObject({ summary: { delete: 3 } });
    expect(await exported()).toEqual({ version: '1.4', namespace: shopDocument.namespace });
  });

  describe('an import changes nothing and says why', () => {
    const field = 'invalid field document: ';

    test.each<[string, unknown, string | RegExp]>([
      ['nothing', '', `${field}must not be empty`],
      ['only white space', ' \n', `${field}1:1: the document is empty; to have no flags, say "flags: []"`],
      [
        'an object without a key',
        {},
        `${field}1:1: the document is empty; to have no flags, say "flags: []"`,
      ],
      ['no JSON', 'flags:', /^invalid field document: 1:\d+: /],
      ['JSON cut off', '{"namespace":"shop","flags":[{', /^invalid field document: 1:\d+: /],
      [
        'another namespace',
        { namespace: 'docs' },
        `${field}namespace.key is "docs", and the request is about "shop"`,
      ],
      ['an unknown field', { namespace: 'shop', flag: [] }, /^invalid field document: 1:\d+: flag: /],
      [
        'an unknown segment',
        { namespace: 'shop', flags: [{ key: 'f', name: 'F', rules: [{ segment: 's' }] }] },
        'flag "f" looks at the unknown segment "s"',
      ],
      [
        'several mistakes',
        {
          namespace: 'shop',
          flags: [
            { key: 'a b', name: 'A' },
            { key: 'c', type: 'X' },
          ],
        },
        /^invalid field document: \n1:\d+: flags\[0\]\.key: .*\n1:\d+: flags\[1\]\.name: .*\n1:\d+: flags\[1\]\.type: .*$/,
      ],
      [
        'deep nesting',
        `{"namespace":"shop","flags":${'['.repeat(100_000)}`,
        /^invalid field document: 1:\d+: /,
      ],
    ])('of %s', async (_, document, message) => {
      const answer = await server.send(importRequest('shop', document));
      expect(outcomeOf(answer)).toEqual(invalidArgument(message));
      const text = typeof document === 'string' ? document : JSON.stringify(document);
      const outcome = await grpc().call(importNamespace, { namespaceKey: 'shop', document: text });
      const words = (jsonOf(answer) as { message: string }).message;
      expect(outcome).toEqual({ code: status.INVALID_ARGUMENT, details: words });
      expect(await exported()).toEqual(shopDocument);
    });

    test.each([
      ['existing', { existing: 'skip' }, /^invalid field existing: must be [A-Z_]+( or [A-Z_]+)+$/],
      ['existing', { existing: 9 }, /^invalid field existing: must be /],
      ['maxDeletions', { maxDeletions: -1 }, 'invalid field maxDeletions: must not be negative'],
      ['prune', { prune: 'yes' }, 'invalid field prune: must be true or false'],
      ['document', { document: [] }, /^invalid field document: must be /],
    ])('of a bad value for %s', async (_, options, message) => {
      const answer = await server.send(importRequest('shop', { namespace: 'shop' }, options));
      expect(outcomeOf(answer)).toEqual(invalidArgument(message));
    });
  });

  test('a namespace that there is not is not found, and created by an import', async () => {
    expect(outcomeOf(await server.send({ path: documentPath('absent') }))).toEqual(
      notFound('namespace "absent" not found'),
    );
    const outcome = await grpc().call(exportNamespace, { namespaceKey: 'absent' });
    expect(outcome).toEqual({ code: status.NOT_FOUND, details: 'namespace "absent" not found' });
    const answer: Answer = await server.send(importRequest('born', { namespace: 'born' }));
    expect(jsonOf(answer)).toMatchObject({ lines: [{ sign: '+', depth: 0, text: 'namespace born' }] });
    expect(await exported('born')).toEqual({ version: '1.4', namespace: { key: 'born', name: 'born' } });
  });
});
