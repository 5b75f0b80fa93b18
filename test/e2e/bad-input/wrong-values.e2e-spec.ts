import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { invalidArgument, notFound, outcomeOf } from '../../support/outcome';
import { nestedArrays, nestedObjects } from './nested';

const flags = '/api/v1/namespaces/default/flags';
const flag = `${flags}/absent`;
const rollouts = `${flag}/rollouts`;
const boolean = '/evaluate/v1/boolean';
const batch = '/evaluate/v1/batch';

/** What the reference says of metadata that is no object. */
function badStruct(kind: string): string {
  return `bad StructValue: json: cannot unmarshal ${kind} into Go value of type map[string]json.RawMessage`;
}

onServer((server) => {
  test.each([
    ['a number as the key of a flag', 'POST', flags, '{"key": 5, "name": "x"}'],
    ['a number as the name of a flag', 'PUT', flag, '{"name": 5}'],
    ['a list as the name of a flag', 'POST', flags, '{"key": "a", "name": ["x"]}'],
    ['a quoted boolean', 'POST', flags, '{"key": "a", "name": "x", "enabled": "true"}'],
    ['a number as a boolean', 'PUT', flag, '{"name": "x", "enabled": 1}'],
    ['a boolean as an enum', 'POST', flags, '{"key": "a", "name": "x", "type": true}'],
    ['a fraction as an enum', 'POST', flags, '{"key": "a", "name": "x", "type": 0.5}'],
    ['a fraction as a rank', 'POST', rollouts, '{"rank": 1.5}'],
    ['a quoted fraction as a rank', 'POST', rollouts, '{"rank": "1.0"}'],
    ['a rank beyond 32 bits', 'POST', rollouts, '{"rank": 2147483648}'],
    ['a quoted word as a percentage', 'POST', rollouts, '{"threshold": {"percentage": "half"}}'],
    ['a percentage beyond a float', 'POST', rollouts, '{"threshold": {"percentage": 1e39}}'],
    ['a list as a threshold', 'POST', rollouts, '{"threshold": []}'],
    ['a number as the key of a flag to evaluate', 'POST', '/evaluate/v1/variant', '{"flagKey": 5}'],
    ['a number as an entity', 'POST', '/api/v1/evaluate', '{"flagKey": "a", "entityId": 5}'],
    ['a number in a context', 'POST', boolean, '{"flagKey": "a", "context": {"age": 5}}'],
    ['a list as a context', 'POST', boolean, '{"flagKey": "a", "context": []}'],
    ['a context 10,000 deep', 'POST', boolean, `{"flagKey": "a", "context": ${nestedObjects}}`],
    ['a context value 10,000 deep', 'POST', boolean, `{"context": {"a": ${nestedArrays}}}`],
    ['an object as the list of a batch', 'POST', batch, '{"requests": {"0": {}}}'],
    ['a number as an item of a batch', 'POST', batch, '{"requests": [5]}'],
    ['a wrong type in the last item of a batch', 'POST', batch, '{"requests": [{}, {"flagKey": 5}]}'],
    ['the last of two members of one name', 'POST', flags, '{"key": "a", "key": 5, "name": "x"}'],
    ['a deep value where a text belongs', 'POST', flags, `{"key": "a", "name": ${nestedArrays}}`],
  ])('%s is a wrong type', async (_, verb, path, body) => {
    expect(outcomeOf(await server.send({ verb, path, body }))).toEqual(
      invalidArgument('invalid values for key(s) in json body'),
    );
  });

  test.each([
    ['a list', '[1]', badStruct('array')],
    ['a text', '"{}"', badStruct('string')],
    ['a number', '5', badStruct('number')],
    ['a boolean', 'true', badStruct('bool')],
    ['10,000 objects deep', nestedObjects, 'the JSON body is nested deeper than 100 levels'],
    ['10,000 lists deep', `{"a": ${nestedArrays}}`, 'the JSON body is nested deeper than 100 levels'],
    [
      'a number beyond a double',
      '{"a": {"b c": [1, 1e400]}}',
      'invalid field metadata.a."b c"[1]: must be a number within the range of a 64-bit float',
    ],
  ])('metadata that is %s is refused', async (_, metadata, message) => {
    const body = `{"key": "a", "name": "x", "metadata": ${metadata}}`;
    const created = await server.send({ path: flags, body });
    const updated = await server.send({ verb: 'PUT', path: flag, body });
    expect([outcomeOf(created), outcomeOf(updated)]).toEqual([
      invalidArgument(message),
      invalidArgument(message),
    ]);
  });

  test.each([
    ['an unknown word', '"NO_SUCH_TYPE"', 'unknown value "\\"NO_SUCH_TYPE\\"" for enum flipt.FlagType'],
    ['a quoted number', '"1"', 'unknown value "\\"1\\"" for enum flipt.FlagType'],
    ['a number without a meaning', '7', 'invalid field type: unknown value 7'],
  ])('%s as an enum is refused with the value', async (_, type, message) => {
    const body = `{"key": "a", "name": "x", "type": ${type}}`;
    expect(outcomeOf(await server.send({ path: flags, body }))).toEqual(invalidArgument(message));
  });

  test.each([
    ['bytes that are no UTF-8', Buffer.from('{"flagKey": "\xff", "entityId": "\xff"}', 'latin1')],
    ['the first half of a surrogate pair', '{"flagKey": "\\ud800", "entityId": "\\ud800"}'],
    ['the second half', '{"flag_key": "\\udc00", "entity_id": "\\udc00"}'],
  ])('%s in a text are read as a replacement character', async (_, body) => {
    const paths = ['/evaluate/v1/variant', boolean, '/api/v1/evaluate'];
    const outcomes = await Promise.all(
      paths.map(async (path) => outcomeOf(await server.send({ path, body }))),
    );
    expect(outcomes).toEqual(paths.map(() => notFound('flag "default/\ufffd" not found')));
  });

  test('a key is refused for the replacement character in it', async () => {
    const body = '{"key": "\\ud800", "name": "x"}';
    expect(outcomeOf(await server.send({ path: flags, body }))).toEqual(
      invalidArgument('invalid field key: contains invalid characters'),
    );
  });

  test('nothing of all this has changed anything', async () => {
    expect(jsonOf(await server.send({ path: flags }))).toMatchObject({ totalCount: 0 });
  });
});
