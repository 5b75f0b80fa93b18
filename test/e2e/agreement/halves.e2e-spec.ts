import { useServer } from '../../support/use-server';
import { libraries, useFliptClientJs } from '../sdk/support/flipt-client-js';
import { askEngine, askServer } from './ask';
import { createNamespace } from './create-namespace';
import { type NamespacePlan, type RulePlan, type VariantFlagPlan } from './plan';
import { type Triple } from './triple';

const ENTITIES = 1000;

const halves = [
  { variantKey: 'left', rollout: 50 },
  { variantKey: 'right', rollout: 50 },
];

const namespace: NamespacePlan = {
  key: 'halves',
  segments: [
    { key: 'everyone', matchType: 'ALL_MATCH_TYPE', constraints: [] },
    { key: 'all', matchType: 'ALL_MATCH_TYPE', constraints: [] },
  ],
  flags: [flag('one-segment', ['everyone']), flag('two-segments', ['everyone', 'all'])],
};

/** A flag that gives one half of those in the segments one variant, and the other half the other. */
function flag(key: string, segmentKeys: readonly string[]): VariantFlagPlan {
  const variants = halves.map(({ variantKey }) => ({ key: variantKey, attachment: '' }));
  const rule: RulePlan = { segmentKeys, segmentOperator: 'AND_SEGMENT_OPERATOR', distributions: halves };
  return { type: 'VARIANT_FLAG_TYPE', key, enabled: true, variants, rules: [rule] };
}

describe('a flag that divides entities in halves', () => {
  const server = useServer();
  const sdk = useFliptClientJs();

  beforeAll(async () => createNamespace(server, namespace));

  describe.each(namespace.flags)('$key', (halved) => {
    const questions: readonly Triple[] = Array.from({ length: ENTITIES }, (_, index) => ({
      namespace,
      flag: halved,
      entityId: `user-${index}`,
      context: {},
    }));

    test.each(libraries)(`the server and %s agree over ${ENTITIES} entities`, async (library) => {
      const client = await sdk.open(library, 'node', { url: server.url, namespace: namespace.key });
      const ofServer = await askServer(server, questions);
      expect(await askEngine(client, questions)).toEqual(ofServer);
      expect(new Set(ofServer).size).toBe(2);
    });
  });
});
