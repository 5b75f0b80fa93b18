import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildDocument, type BuiltDocument, type NamespaceState } from '@pennon/document';
import { groupBy } from '@pennon/domain';

/** How many flags are built in one go: a few milliseconds of work. */
const FLAGS_AT_ONCE = 250;

/**
 * The document of a namespace, like that of {@link buildDocument}; others have their turn in between.
 *
 * @throws DocumentWriteError if a stored attachment is no JSON or nested too deeply.
 */
export async function buildInParts(state: NamespaceState): Promise<BuiltDocument> {
  const { document, omissions } = buildDocument({ ...state, ...noFlags });
  const flags = [...document.flags];
  const said = [...omissions];
  for (const part of flagsInParts(state)) {
    await nextTurn();
    const built = buildDocument(part);
    flags.push(...built.document.flags);
    said.push(...built.omissions);
  }
  return { document: { ...document, flags }, omissions: said };
}

const noFlags = { flags: [], variants: [], rules: [], distributions: [], rollouts: [] };

/** States that hold a few of the flags each, and no segments. */
function* flagsInParts(state: NamespaceState): Generator<NamespaceState> {
  const variants = groupBy(state.variants, ({ flagKey }) => flagKey);
  const rules = groupBy(state.rules, ({ flagKey }) => flagKey);
  const rollouts = groupBy(state.rollouts, ({ flagKey }) => flagKey);
  const distributions = groupBy(state.distributions, ({ ruleId }) => ruleId);
  for (let start = 0; start < state.flags.length; start += FLAGS_AT_ONCE) {
    const flags = state.flags.slice(start, start + FLAGS_AT_ONCE);
    const rulesOfPart = flags.flatMap(({ key }) => rules.get(key) ?? []);
    yield {
      namespace: state.namespace,
      segments: [],
      constraints: [],
      flags,
      variants: flags.flatMap(({ key }) => variants.get(key) ?? []),
      rules: rulesOfPart,
      distributions: rulesOfPart.flatMap(({ id }) => distributions.get(id) ?? []),
      rollouts: flags.flatMap(({ key }) => rollouts.get(key) ?? []),
    };
  }
}
