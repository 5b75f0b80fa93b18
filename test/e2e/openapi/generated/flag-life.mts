// One flag's life by a client that is generated from the OpenAPI document: the types have to fit, and the answers too.
// It is compiled beside the generated client, which is not in the repository.
import { createClient } from './client/client/index.js';
import * as pennon from './client/index.js';

const client = createClient({ baseUrl: process.argv[2] ?? '' });
const namespaceKey = 'generated';
const inNamespace = { client, path: { namespaceKey }, throwOnError: true } as const;
const ofFlag = { ...inNamespace, path: { namespaceKey, flagKey: 'colour' } };

await pennon.fliptCreateNamespace({
  client,
  body: { key: namespaceKey, name: 'Generated' },
  throwOnError: true,
});
await pennon.fliptCreateSegment({
  ...inNamespace,
  body: { key: 'dutch', name: 'Dutch', matchType: 'ALL_MATCH_TYPE' },
});
await pennon.fliptCreateConstraint({
  ...inNamespace,
  path: { namespaceKey, segmentKey: 'dutch' },
  body: { type: 'STRING_COMPARISON_TYPE', property: 'country', operator: 'eq', value: 'nl' },
});
const { data: created } = await pennon.fliptCreateFlag({
  ...inNamespace,
  body: { key: 'colour', name: 'Colour', enabled: true, metadata: { team: 'web' } },
});
const { data: orange } = await pennon.fliptCreateVariant({
  ...ofFlag,
  body: { key: 'orange', attachment: '{"hex":"#f60"}' },
});
const { data: rule } = await pennon.fliptCreateRule({ ...ofFlag, body: { segmentKey: 'dutch', rank: 1 } });
await pennon.fliptCreateDistribution({
  ...ofFlag,
  path: { namespaceKey, flagKey: 'colour', ruleId: rule.id },
  body: { variantId: orange.id, rollout: 100 },
});

const { data: evaluated } = await pennon.evaluationServiceVariant({
  client,
  body: { namespaceKey, flagKey: 'colour', entityId: 'jan', context: { country: 'nl' } },
  throwOnError: true,
});
const { data: remote } = await pennon.ofrepServiceEvaluateFlag({
  client,
  path: { key: 'colour' },
  headers: { 'x-flipt-namespace': namespaceKey },
  body: { context: { targetingKey: 'jan', country: 'nl', age: 30 } },
  throwOnError: true,
});
const { data: updated } = await pennon.fliptUpdateFlag({
  ...inNamespace,
  path: { namespaceKey, key: 'colour' },
  body: { name: 'Colour 2', enabled: false, defaultVariantId: orange.id },
});
const { data: list } = await pennon.fliptListFlags({ ...inNamespace, query: { limit: 1 } });
const { error: refused, response } = await pennon.fliptCreateFlag({
  client,
  path: { namespaceKey },
  body: { key: 'not a key', name: 'x' },
  throwOnError: false,
});
await pennon.fliptDeleteFlag({ ...inNamespace, path: { namespaceKey, key: 'colour' } });
const { response: gone } = await pennon.fliptGetFlag({
  client,
  path: { namespaceKey, key: 'colour' },
  throwOnError: false,
});
await pennon.fliptDeleteNamespace({
  client,
  path: { key: namespaceKey },
  query: { force: true },
  throwOnError: true,
});

console.log(
  JSON.stringify({
    created: [created.key, created.type, created.metadata],
    evaluated: [evaluated.match, evaluated.variantKey, evaluated.variantAttachment, evaluated.segmentKeys],
    remote: [remote.key, remote.value, remote.reason],
    updated: [updated.name, updated.enabled, updated.defaultVariant?.key],
    listed: list.flags.map(({ key }) => key),
    refused: [response?.status, refused?.code, refused?.message],
    gone: gone?.status,
  }),
);
