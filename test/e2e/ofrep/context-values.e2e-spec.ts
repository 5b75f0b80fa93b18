import { addTargetedFlag } from '../../support/flags';
import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { bulkRequest, flagRequest } from './requests';

/** A value that a context may have, and the text that constraints compare with it. */
const values: [string, unknown, string][] = [
  ['a-text', 'NL', 'NL'],
  ['a-whole-number', 42, '42'],
  ['a-fraction', -0.5, '-0.5'],
  ['yes', true, 'true'],
  ['no', false, 'false'],
];

/** The same for values that only one dialect takes. */
const nested: [string, unknown, string][] = [
  ['an-object', { plan: ['pro', null] }, '{"plan":["pro",null]}'],
  ['a-list', ['a', 1], '["a",1]'],
  ['an-empty-list', [], '[]'],
];

const refused = {
  errorCode: 'INVALID_CONTEXT',
  errorDetails: 'invalid values for key(s) in json body',
};

describe.each(['flipt', 'openfeature'])('in the dialect %s', (dialect) => {
  onServer(
    (server) => {
      beforeAll(async () => {
        for (const [flagKey, , value] of [...values, ...nested]) {
          await addTargetedFlag(server, { flagKey, variantKey: 'hit', property: 'p', value });
        }
        const word = { flagKey: 'the-word-null', variantKey: 'hit', property: 'p', value: 'null' };
        await addTargetedFlag(server, word);
      });

      test.each(values)('a value may be %s', async (key, value) => {
        const context = { targetingKey: 'me', p: value };
        expect(jsonOf(await server.send(flagRequest(key, context)))).toMatchObject({ value: 'hit' });
        const bulk = await server.send(bulkRequest({ ...context, flags: key }));
        expect(jsonOf(bulk)).toMatchObject({ flags: [{ key, value: 'hit' }] });
      });

      test('null is the empty text, and not the word', async () => {
        const answer = await server.send(flagRequest('the-word-null', { targetingKey: null, p: null }));
        expect(jsonOf(answer)).toMatchObject({ reason: 'UNKNOWN' });
      });

      test.each(nested)('a value is %s', async (key, value) => {
        const context = { targetingKey: 'me', p: value };
        const single = await server.send(flagRequest(key, context));
        const bulk = await server.send(bulkRequest({ ...context, flags: key }));
        if (dialect === 'flipt') {
          expect([single.status, jsonOf(single)]).toEqual([400, refused]);
          expect([bulk.status, jsonOf(bulk)]).toEqual([400, refused]);
        } else {
          expect(jsonOf(single)).toMatchObject({ value: 'hit' });
          expect(jsonOf(bulk)).toMatchObject({ flags: [{ key, value: 'hit' }] });
        }
      });

      test('a value that is nested too deeply is refused', async () => {
        const levels = 200_000;
        const body = `{"context": {"p": ${'['.repeat(levels)}${']'.repeat(levels)}}}`;
        const answer = await server.send({ ...flagRequest('a-text'), body });
        expect([answer.status, jsonOf(answer)]).toEqual([
          400,
          { ...(dialect === 'openfeature' && { key: 'a-text' }), ...refused },
        ]);
      });
    },
    { PENNON_OFREP_DIALECT: dialect },
  );
});
