import { create } from '@bufbuild/protobuf';
import { fliptOfrep } from '@pennon/proto';
import { type CacheConfig } from '@pennon/config';

/**
 * What an OpenFeature provider may know of this server. It is told to poll where answers may be of a bounded age, and
 * no more often than that.
 */
export class ProviderConfiguration {
  readonly message: fliptOfrep.GetProviderConfigurationResponse;

  constructor({ enabled, ttl }: Pick<CacheConfig, 'enabled' | 'ttl'>) {
    this.message = create(fliptOfrep.GetProviderConfigurationResponseSchema, {
      name: 'flipt',
      capabilities: {
        cacheInvalidation: { polling: { enabled, minPollingIntervalMs: enabled ? Math.ceil(ttl) : 0 } },
        flagEvaluation: { supportedTypes: ['string', 'boolean'] },
      },
    });
  }
}
