import { status } from '@grpc/grpc-js';
import { flipt } from '@pennon/proto';
import { useGrpcClient } from '../../support/grpc-use-client';
import { addFlag } from '../../support/flags';
import { jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, outcomeOf } from '../../support/outcome';

const flags = '/api/v1/namespaces/default/flags';
const nul = 'a\0b';
const noNul = 'must not hold the character U+0000';

onServer(
  (server) => {
    const client = useGrpcClient(server);

    beforeEach(() => addFlag(server, { key: 'beta', type: 'BOOLEAN_FLAG_TYPE' }).catch(() => undefined));

    test.each([
      ['POST', '/api/v1/namespaces', { key: 'x', name: nul }, `name: ${noNul}`],
      ['POST', flags, { key: 'x', name: nul }, `name: ${noNul}`],
      ['PUT', `${flags}/beta`, { name: 'x', description: nul }, `description: ${noNul}`],
      ['POST', `${flags}/beta/variants`, { key: 'x', name: nul }, `name: ${noNul}`],
      [
        'POST',
        '/api/v1/namespaces/default/segments/x/constraints',
        { type: 'STRING_COMPARISON_TYPE', property: 'p', operator: 'eq', value: nul },
        `value: ${noNul}`,
      ],
      [
        'POST',
        `${flags}/beta/rollouts`,
        { rank: 1, segment: { segmentKeys: ['all', nul], value: true } },
        `segment.segmentKeys[1]: ${noNul}`,
      ],
      ['PUT', `${flags}/beta/rules/order`, { ruleIds: ['a', nul] }, `ruleIds[1]: ${noNul}`],
      ['POST', '/auth/v1/method/token', { name: nul }, `name: ${noNul}`],
      ['POST', '/auth/v1/method/token', { name: 'x', metadata: { team: nul } }, `metadata: ${noNul}`],
      ['POST', flags, { key: 'x', name: 'x', metadata: { a: [{ b: nul }] } }, `metadata: ${noNul}`],
      ['POST', flags, { key: 'x', name: 'x', metadata: { a: { [nul]: 1 } } }, `metadata: ${noNul}`],
      ['PUT', `${flags}/beta`, { name: 'x', metadata: { [nul]: 1 } }, `metadata: ${noNul}`],
      [
        'POST',
        `${flags}/beta/variants`,
        { key: 'x', attachment: JSON.stringify({ a: nul }) },
        `attachment: ${noNul}`,
      ],
    ] as const)('%s %s is refused by the name of its field', async (verb, path, body, problem) => {
      expect(outcomeOf(await server.send(jsonRequest(verb, path, body)))).toEqual(
        invalidArgument(`invalid field ${problem}`),
      );
    });

    test('it is refused in paths and queries as well, whether or not something is there', async () => {
      for (const [verb, path, field] of [
        ['GET', `${flags}/%00`, 'key'],
        ['DELETE', `${flags}/%00`, 'key'],
        ['GET', '/api/v1/namespaces/%00/flags', 'namespaceKey'],
      ] as const)
        expect(outcomeOf(await server.send({ verb, path }))).toEqual(
          invalidArgument(`invalid field ${field}: ${noNul}`),
        );
    });

    test('it is refused over gRPC', async () => {
      const { createFlag } = flipt.Flipt.method;
      expect(await client().call(createFlag, { key: 'x', name: nul })).toEqual({
        code: status.INVALID_ARGUMENT,
        details: `invalid field name: ${noNul}`,
      });
      expect(await client().call(createFlag, { key: 'x', name: 'x', metadata: { [nul]: 1 } })).toEqual({
        code: status.INVALID_ARGUMENT,
        details: `invalid field metadata: ${noNul}`,
      });
    });

    test.each([
      ['an import', 'document', (document: string) => ({ document })],
      ['a change', 'changes', (document: string) => ({ document: { document } })],
    ])('%s names the metadata and the attachment that hold it', async (_, path, bodyOf) => {
      for (const [flag, problem] of [
        [{ metadata: { a: { [nul]: 1 } } }, '1:48: flags[0].metadata'],
        [{ metadata: { a: [nul] } }, '1:48: flags[0].metadata'],
        [{ variants: [{ key: 'x', attachment: nul }] }, '1:73: flags[0].variants[0].attachment'],
      ] as const) {
        const document = JSON.stringify({ flags: [{ key: 'one', name: 'one', ...flag }] });
        const request = jsonRequest('POST', `/api/v1/namespaces/default/${path}`, bodyOf(document));
        expect(outcomeOf(await server.send(request))).toEqual(
          invalidArgument(`invalid field document: ${problem}: ${noNul}`),
        );
      }
    });

    test('an import names object and field', async () => {
      const document = JSON.stringify({
        flags: [
          { key: 'one', name: 'one', type: 'BOOLEAN_FLAG_TYPE' },
          { key: 'two', name: nul, type: 'BOOLEAN_FLAG_TYPE' },
        ],
      });
      expect(
        outcomeOf(
          await server.send(jsonRequest('POST', '/api/v1/namespaces/default/document', { document })),
        ),
      ).toEqual(invalidArgument(`invalid field document: 1:85: flags[1].name: ${noNul}`));
    });

    test('an evaluation takes any text', async () => {
      const question = { flagKey: 'beta', entityId: nul, context: { [nul]: nul } };
      expect((await server.send(jsonRequest('POST', '/evaluate/v1/boolean', question))).status).toBe(200);
    });
  },
  { PENNON_AUTHENTICATION_METHODS_TOKEN_ENABLED: 'true' },
);
