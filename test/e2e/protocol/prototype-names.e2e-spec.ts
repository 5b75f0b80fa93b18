import { addTargetedFlag } from '../../support/flags';
import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { notFound, outcomeOf, success } from '../../support/outcome';

const variant = '/evaluate/v1/variant';

// Names that every object of the language knows, and that must mean nothing here until somebody uses them.
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

onServer((server) => {
  test.each(names)('a flag or a namespace called %s does not exist by itself', async (name) => {
    const flag = await server.send({ path: variant, body: `{"flagKey": "${name}"}` });
    expect(outcomeOf(flag)).toEqual(notFound(`flag "default/${name}" not found`));
    const namespace = await server.send({
      path: variant,
      body: `{"namespaceKey": "${name}", "flagKey": "a"}`,
    });
    expect(outcomeOf(namespace)).toEqual(notFound(`flag "${name}/a" not found`));
  });

  test.each(names)('%s can be a flag, a segment, a variant and a property', async (name) => {
    await addTargetedFlag(server, { flagKey: name, variantKey: name, property: name, value: 'x' });
    const ask = async (context: string): Promise<unknown> => {
      const body = `{"flagKey": "${name}", "entityId": "me", "context": ${context}}`;
      return jsonOf(await server.send({ path: variant, body }));
    };
    expect(await ask(`{"${name}": "x"}`)).toMatchObject({
      match: true,
      variantKey: name,
      segmentKeys: [name],
    });
    expect(await ask('{}')).toMatchObject({ match: false, variantKey: '', segmentKeys: [] });
  });

  test.each(names)('metadata and legacy contexts keep a member called %s', async (name) => {
    const path = `/api/v1/flags/metadata-${name.toLowerCase()}`;
    const flag = `{"key": "metadata-${name.toLowerCase()}", "name": "x", "metadata": {"${name}": {"a": 1}}}`;
    await server.send({ path: '/api/v1/flags', body: flag });
    expect((await server.send({ path })).body.toString()).toContain(`"metadata":{"${name}":{"a":1}}`);
    const body = `{"flagKey": "${name}", "entityId": "me", "context": {"${name}": "x"}}`;
    const evaluated = await server.send({ path: '/api/v1/evaluate', body });
    expect(evaluated.body.toString()).toContain(`"requestContext":{"${name}":"x"}`);
  });

  test('members called like that beside the known ones are unknown members', async () => {
    const body = '{"__proto__": {"flagKey": "a"}, "constructor": {"requestId": "b"}, "requestId": "mine"}';
    expect(outcomeOf(await server.send({ path: '/evaluate/v1/batch', body }))).toEqual(
      success({ requestId: 'mine', responses: [], requestDurationMillis: expect.any(Number) }),
    );
  });
});
