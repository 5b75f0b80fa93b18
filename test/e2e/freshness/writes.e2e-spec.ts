import { create, type DescMethod, type Message } from '@bufbuild/protobuf';
import { flipt } from '@pennon/proto';
import { jsonOf, jsonRequest, type Answer } from '../../support/http';
import { useGrpcClient } from '../../support/grpc-use-client';
import { useServer } from '../../support/use-server';

const server = useServer();
const client = useGrpcClient(server);

const namespaces = '/api/v1/namespaces';
const shop = `${namespaces}/shop`;

/** Sends a request, and returns its status and the revision it told. */
async function send(verb: string, path: string, body?: object): Promise<[number, string | undefined]> {
  const { status, headers } = await answerTo(verb, path, body);
  return [status, headers['x-pennon-revision']?.toString()];
}

async function answerTo(verb: string, path: string, body?: object): Promise<Answer> {
  return server.send(body === undefined ? { verb, path } : { ...jsonRequest('POST', path, body), verb });
}

test('every write tells the revision that it made, and no reading does', async () => {
  const told: (string | undefined)[] = [];
  /** Writes, and returns the id of what was written. */
  const write = async (verb: string, path: string, body?: object): Promise<string> => {
    const answer = await answerTo(verb, path, body);
    expect([verb, path, answer.status]).toEqual([verb, path, 200]);
    told.push(answer.headers['x-pennon-revision']?.toString());
    return (jsonOf(answer) as { id: string }).id;
  };
  await write('POST', namespaces, { key: 'shop', name: 'Shop' });
  await write('PUT', shop, { name: 'The shop' });

  const colour = `${shop}/flags/colour`;
  await write('POST', `${shop}/flags`, { key: 'colour', name: 'Colour', enabled: true });
  await write('PUT', colour, { name: 'Colours', enabled: true });
  const variantId = await write('POST', `${colour}/variants`, { key: 'red' });
  await write('PUT', `${colour}/variants/${variantId}`, { key: 'blue' });

  const constraint = { type: 'STRING_COMPARISON_TYPE', property: 'p', operator: 'eq', value: 'v' };
  const constraints = `${shop}/segments/all/constraints`;
  await write('POST', `${shop}/segments`, { key: 'all', name: 'All' });
  await write('PUT', `${shop}/segments/all`, { name: 'Everyone' });
  const constraintId = await write('POST', constraints, constraint);
  await write('PUT', `${constraints}/${constraintId}`, { ...constraint, value: 'w' });
  await write('POST', `${shop}/segments`, { key: 'few', name: 'Few' });

  const ruleIds = [
    await write('POST', `${colour}/rules`, { segmentKey: 'all', rank: 1 }),
    await write('POST', `${colour}/rules`, { segmentKey: 'all', rank: 2 }),
  ];
  const [ruleId = ''] = ruleIds;
  await write('PUT', `${colour}/rules/${ruleId}`, { segmentKey: 'few' });
  await write('PUT', `${colour}/rules/order`, { ruleIds: ruleIds.toReversed() });
  const distributions = `${colour}/rules/${ruleId}/distributions`;
  const distributionId = await write('POST', distributions, { variantId, rollout: 10 });
  await write('PUT', `${distributions}/${distributionId}`, { variantId, rollout: 20 });
  await write('DELETE', `${distributions}/${distributionId}?variantId=${variantId}`);
  for (const id of ruleIds) await write('DELETE', `${colour}/rules/${id}`);

  const rollouts = `${shop}/flags/beta/rollouts`;
  const threshold = { percentage: 50, value: true };
  await write('POST', `${shop}/flags`, { key: 'beta', name: 'Beta', type: 'BOOLEAN_FLAG_TYPE' });
  const rolloutIds = [
    await write('POST', rollouts, { rank: 1, threshold }),
    await write('POST', rollouts, { rank: 2, threshold }),
  ];
  await write('PUT', `${rollouts}/${rolloutIds[0] ?? ''}`, { threshold: { percentage: 60, value: true } });
  await write('PUT', `${rollouts}/order`, { rolloutIds: rolloutIds.toReversed() });
  for (const id of rolloutIds) await write('DELETE', `${rollouts}/${id}`);

  await write('DELETE', `${constraints}/${constraintId}`);
  await write('DELETE', `${colour}/variants/${variantId}`);
  await write('DELETE', `${shop}/segments/all`);
  await write('DELETE', `${shop}/flags/beta`);
  expect(await send('GET', `${shop}/flags`)).toEqual([200, undefined]);
  expect(await send('GET', shop)).toEqual([200, undefined]);
  await write('DELETE', `${shop}?force=true`);
  await write('POST', namespaces, { key: 'shop', name: 'Another' });
  expect(told).toEqual(told.map((_, index) => `${index + 1}`));
});

test('a write that is refused tells none', async () => {
  expect(await send('PUT', `${namespaces}/default/flags/nothing`, { name: 'New' })).toEqual([404, undefined]);
  expect(await send('POST', `${namespaces}/default/flags`, { key: 'no name' })).toEqual([400, undefined]);
});

test('writes at the same time each tell their own', async () => {
  const keys = Array.from({ length: 20 }, (_, index) => `flag-${index}`);
  const made = await Promise.all(
    keys.map((key) => send('POST', `${namespaces}/default/flags`, { key, name: key })),
  );
  const told = made.map(([, revision]) => Number(revision));
  expect(told.toSorted((left, right) => left - right)).toEqual(keys.map((_, index) => index + 1));
});

test('a write tells its revision over gRPC too, and no reading does', async () => {
  const revisionOf = async (method: DescMethod, request: Message): Promise<string> => {
    const { headers } = await client().sendMessage(method, request);
    return headers.get('x-pennon-revision').join();
  };
  const { createNamespace, getNamespace } = flipt.Flipt.method;
  const created = await revisionOf(
    createNamespace,
    create(createNamespace.input, { key: 'grpc', name: 'gRPC' }),
  );
  expect([created, await revisionOf(getNamespace, create(getNamespace.input, { key: 'grpc' }))]).toEqual([
    '1',
    '',
  ]);
});
