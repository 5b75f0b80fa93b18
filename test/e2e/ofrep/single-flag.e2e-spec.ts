import { jsonOf } from '../../support/http';
import { onServer } from '../../support/on-server';
import { outcomeOf, success } from '../../support/outcome';
import { flagRequest } from './requests';
import { addSomeFlags, answersToDutch, answersToFrench, dutch, french } from './some-flags';

onServer((server) => {
  beforeAll(async () => {
    await addSomeFlags(server);
  });

  test.each(Object.entries(answersToDutch))('%s answers an entity in its segment', async (key, answer) => {
    expect(outcomeOf(await server.send(flagRequest(key, dutch)))).toEqual(success(answer));
  });

  test.each(Object.entries(answersToFrench))('%s answers an entity outside it', async (key, answer) => {
    expect(outcomeOf(await server.send(flagRequest(key, french)))).toEqual(success(answer));
  });

  test.each([
    ['there is none', undefined],
    ['it is empty', ''],
    ['it has no context', '{}'],
    ['its context is null', '{"context": null}'],
    ['its context is empty', '{"context": {}}'],
    ['its context comes before something else', '{"context": {"country": "FR"}} and so on'],
    ['it has members that mean nothing', '{"contexts": {"country": "NL"}}'],
  ])('the body may be anything that holds no more: %s', async (_, body) => {
    const request = {
      verb: 'POST',
      path: '/ofrep/v1/evaluate/flags/colour',
      ...(body !== undefined && { body }),
    };
    expect(outcomeOf(await server.send(request))).toEqual(success(answersToFrench.colour));
  });

  test('the key of the path beats one in the body', async () => {
    const { path } = flagRequest('banner');
    const answer = await server.send({ path, body: JSON.stringify({ key: 'colour', context: dutch }) });
    expect(jsonOf(answer)).toEqual(answersToDutch.banner);
  });

  test.each(['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'nonsense'])(
    'the body is JSON whatever its content type says: %s',
    async (type) => {
      const answer = await server.send(flagRequest('colour', dutch, { 'Content-Type': type }));
      expect(jsonOf(answer)).toEqual(answersToDutch.colour);
    },
  );

  test('pretty output is indented, and leaves out what is empty', async () => {
    const { path, body = '' } = flagRequest('bare', dutch);
    const answer = await server.send({ path: `${path}?pretty`, body });
    expect(answer.body.toString()).toBe('{\n  "key": "bare",\n  "metadata": {},\n  "value": ""\n}');
  });

  test('the answer has no tag', async () => {
    const { headers } = await server.send(flagRequest('colour', dutch));
    expect(headers.etag).toBeUndefined();
  });

  test('the targeting key is the entity, and can be matched by constraints', async () => {
    const { status } = await server.send({
      path: '/api/v1/namespaces/default/segments/dutch/constraints',
      body: JSON.stringify({
        type: 'STRING_COMPARISON_TYPE',
        property: 'targetingKey',
        operator: 'eq',
        value: 'me',
      }),
    });
    expect(status).toBe(200);
    expect(jsonOf(await server.send(flagRequest('trial', dutch)))).toEqual(answersToDutch.trial);
    const you = { ...dutch, targetingKey: 'you' };
    expect(jsonOf(await server.send(flagRequest('trial', you)))).toEqual(answersToFrench.trial);
  });
});
