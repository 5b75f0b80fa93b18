import { addFlag, addTargetedFlag } from '../../../support/flags';
import { jsonRequest, type Api } from '../../../support/http';

/** Who is asked about: the one the flag `colour` has a variant for. */
export const dutch = { entityId: 'me', context: { country: 'NL' } } as const;

/** The same one, as OpenFeature names an entity. */
export const dutchContext = { targetingKey: 'me', country: 'NL' } as const;

/** Where no server is. */
export const nowhere = 'http://127.0.0.1:1';

/**
 * Creates one flag of every sort an SDK treats differently:
 *
 * - `banner`, a boolean: true in the default namespace, false in the namespace `shop`;
 * - `colour`, whose variant `orange` has an attachment, for those in the country NL;
 * - `limit`, whose variant `42` is for everyone;
 * - `adult`, whose variant `yes` is for those whose age is 42;
 * - `parked`, a variant flag that is disabled.
 *
 * No flag has the key `absent`.
 */
export async function createShowcase(api: Api): Promise<void> {
  await api.send(jsonRequest('POST', '/api/v1/namespaces', { key: 'shop', name: 'shop' }));
  await addFlag(api, { key: 'banner', type: 'BOOLEAN_FLAG_TYPE' });
  await addFlag(api, { namespaceKey: 'shop', key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: false });
  await addTargetedFlag(api, {
    flagKey: 'colour',
    variantKey: 'orange',
    attachment: '{"hex": "#f60"}',
    property: 'country',
    value: 'NL',
  });
  await addTargetedFlag(api, { flagKey: 'limit', variantKey: '42' });
  await addTargetedFlag(api, { flagKey: 'adult', variantKey: 'yes', property: 'age', value: '42' });
  await addFlag(api, { key: 'parked', enabled: false });
}
