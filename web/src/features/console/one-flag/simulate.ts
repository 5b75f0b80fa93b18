import { type AnswerPart, audienceOf } from '@pennon/state';
import { type Question } from '@/api/evaluation';
import { type NamespaceIndex } from '@/index';
import { tallyOf, type Tally } from '@/lib/evaluation/simulation';

/** How many entities a simulation asks for. */
export const ENTITIES = 1000;

export interface SimulationResult {
  readonly tallies: readonly Tally[];
  /** What the flag is configured to give to entities with this context. */
  readonly configured: readonly AnswerPart[];
}

/** What random entities with the given context get, with the local evaluator: nothing is counted anywhere. */
export function simulate(index: NamespaceIndex, { flagKey, context }: Question): SimulationResult {
  const entityIds = Array.from({ length: ENTITIES }, () => crypto.randomUUID());
  const values = entityIds.flatMap((entityId) => index.evaluate(flagKey, entityId, context)?.value ?? []);
  const flag = index.flag(flagKey);
  if (flag === undefined) return { tallies: [], configured: [] };
  const { blocks } = audienceOf(flag, index.knownSegments);
  const position = usualPosition(index, flagKey, entityIds.slice(0, 50), context);
  const block = blocks.find((candidate) => candidate.position === position) ?? blocks.at(-1);
  return { tallies: tallyOf(values), configured: block?.parts ?? [] };
}

/** The rule, or the rollout to segments, that holds most of these entities: constraints may look at their ids. */
function usualPosition(
  index: NamespaceIndex,
  flagKey: string,
  entityIds: readonly string[],
  context: Question['context'],
): number | undefined {
  const positions = entityIds.flatMap((entityId) => {
    const explanation = index.explain(flagKey, entityId, context);
    const steps =
      explanation?.type === 'boolean'
        ? explanation.rollouts.filter(({ type }) => type === 'segment')
        : (explanation?.rules ?? []);
    return String(steps.find(({ outcome }) => outcome === 'matched')?.rank ?? '');
  });
  const [usual] = tallyOf(positions);
  return usual === undefined || usual.value === '' ? undefined : Number(usual.value);
}
