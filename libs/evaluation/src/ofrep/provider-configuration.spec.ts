import { ProviderConfiguration } from './provider-configuration';

test.each([
  [
    { enabled: false, ttl: 60_000 },
    { enabled: false, minPollingIntervalMs: 0 },
  ],
  [
    { enabled: true, ttl: 60_000 },
    { enabled: true, minPollingIntervalMs: 60_000 },
  ],
  [
    { enabled: true, ttl: 0.5 },
    { enabled: true, minPollingIntervalMs: 1 },
  ],
])('with the cache %j, providers are told %j', (cache, polling) => {
  const { message } = new ProviderConfiguration(cache);
  expect(message.capabilities?.cacheInvalidation?.polling).toMatchObject(polling);
});
