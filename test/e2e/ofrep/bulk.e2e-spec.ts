import { jsonOf, jsonRequest } from '../../support/http';
import { onServer } from '../../support/on-server';
import { outcomeOf, success } from '../../support/outcome';
import { bulkRequest } from './requests';
import { addSomeFlags, answersIn, dutch, french, type Key } from './some-flags';

/** The entry of a flag that is missing, in the dialect that has such entries. */
function missing(key: string): object {
  return { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: `flag was not found ${key}` };
}

function refusal(key: string): object {
  const body = { errorCode: 'FLAG_NOT_FOUND', errorDetails: `flag was not found ${key}` };
  return { status: 404, contentType: 'application/json', json: key === '' ? body : { key, ...body } };
}

describe.each(Object.entries(answersIn))('in the dialect %s', (dialect, { toDutch, toFrench, listed }) => {
  const dutchAnswers = (keys: readonly Key[]): object => ({ flags: keys.map((key) => toDutch[key]) });

  onServer(
    (server) => {
      beforeAll(async () => {
        await addSomeFlags(server);
        await server.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'empty', name: 'Empty' }));
      });

      test('all flags come in creation order, disabled variant flags if the dialect lists them', async () => {
        const all = await server.send(bulkRequest(dutch));
        expect(outcomeOf(all)).toEqual(success(dutchAnswers(listed)));
        const others = await server.send(bulkRequest(french));
        expect(outcomeOf(others)).toEqual(success({ flags: listed.map((key) => toFrench[key]) }));
      });

      test.each<[string, unknown, readonly Key[]]>([
        ['in the order named', 'banner,colour', ['banner', 'colour']],
        ['one of them', 'colour', ['colour']],
        ['with blanks around their keys', ' banner ,\tcolour\n', ['banner', 'colour']],
        ['as often as they are named', 'banner,banner', ['banner', 'banner']],
        ['disabled ones too', 'off,dark,off-default', ['off', 'dark', 'off-default']],
        ['from a list', ['banner', 'off'], ['banner', 'off']],
      ])('named flags come %s', async (_, flags, keys) => {
        const answer = await server.send(bulkRequest({ ...dutch, flags }));
        expect(outcomeOf(answer)).toEqual(success(dutchAnswers(keys)));
      });

      test.each(['empty', 'nowhere'])('the namespace %s has no flags', async (namespace) => {
        const answer = await server.send(bulkRequest(dutch, { 'X-Flipt-Namespace': namespace }));
        expect(outcomeOf(answer)).toEqual(success({ flags: [] }));
      });

      test.each([undefined, '', '{}', '{"context": null}'])(
        'a body that says nothing means all flags, for nobody: %p',
        async (body) => {
          const request = {
            verb: 'POST',
            path: '/ofrep/v1/evaluate/flags',
            ...(body !== undefined && { body }),
          };
          const answer = jsonOf(await server.send(request)) as { flags: { key: string }[] };
          expect(answer.flags.map(({ key }) => key)).toEqual(listed);
        },
      );

      test('a slash at the end of the path and a query mean nothing', async () => {
        const { body = '' } = bulkRequest(dutch);
        for (const path of ['/ofrep/v1/evaluate/flags/', '/ofrep/v1/evaluate/flags?flags=colour']) {
          expect(jsonOf(await server.send({ path, body }))).toEqual(dutchAnswers(listed));
        }
      });
    },
    { PENNON_OFREP_DIALECT: dialect },
  );
});

/** What names a flag that is missing, and its key. */
const namings: [string, string][] = [
  ['gone', 'gone'],
  ['banner, gone ,colour', 'gone'],
  ['banner,', ''],
  ['', ''],
  ['constructor', 'constructor'],
];

describe('a named flag that is missing, in the dialect flipt', () => {
  onServer((server) => {
    beforeAll(async () => {
      await addSomeFlags(server);
    });

    test.each(namings)('fails the whole call: %p', async (flags, key) => {
      expect(outcomeOf(await server.send(bulkRequest({ ...dutch, flags })))).toEqual(refusal(key));
    });

    test('is every flag of a namespace that does not exist', async () => {
      const request = bulkRequest({ ...dutch, flags: 'banner' }, { 'X-Flipt-Namespace': 'nowhere' });
      expect(outcomeOf(await server.send(request))).toEqual(refusal('banner'));
    });
  });
});

describe('a named flag that is missing, in the dialect openfeature', () => {
  onServer(
    (server) => {
      beforeAll(async () => {
        await addSomeFlags(server);
      });

      test.each(namings)('is an entry in its place: %p', async (flags, missingKey) => {
        const keys = flags.split(',').map((key) => key.trim());
        const { toDutch } = answersIn.openfeature;
        const entries = keys.map((key) => (key === missingKey ? missing(key) : toDutch[key as Key]));
        const answer = await server.send(bulkRequest({ ...dutch, flags }));
        expect(outcomeOf(answer)).toEqual(success({ flags: entries }));
      });

      test('is every flag of a namespace that does not exist', async () => {
        const request = bulkRequest({ ...dutch, flags: 'banner,dark' }, { 'X-Flipt-Namespace': 'nowhere' });
        const entries = [missing('banner'), missing('dark')];
        expect(outcomeOf(await server.send(request))).toEqual(success({ flags: entries }));
      });
    },
    { PENNON_OFREP_DIALECT: 'openfeature' },
  );
});
