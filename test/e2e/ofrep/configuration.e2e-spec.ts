import { onServer } from '../../support/on-server';
import { outcomeOf, success } from '../../support/outcome';

onServer((server) => {
  test('a provider learns what it may ask for', async () => {
    const answer = await server.send({ path: '/ofrep/v1/configuration' });
    const configuration = {
      name: 'flipt',
      capabilities: {
        cacheInvalidation: { polling: { enabled: false, minPollingIntervalMs: 0 } },
        flagEvaluation: { supportedTypes: ['string', 'boolean'] },
      },
    };
    expect(outcomeOf(answer)).toEqual(success(configuration));
  });
});
