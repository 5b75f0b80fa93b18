import { wholeNumber, type Random } from '../../support/random';
import { type ConstraintPlan, type FlagPlan, type NamespacePlan } from './plan';
import { chance, contextTypes, pick, pickValue, properties } from './values';

/** A question: which value of the flag does this entity get in this context? */
export interface Triple {
  readonly namespace: NamespacePlan;
  readonly flag: FlagPlan;
  readonly entityId: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Draws a question about the namespace. */
export function drawTriple(random: Random, namespace: NamespacePlan): Triple {
  const flag = pick(random, namespace.flags);
  const entityId = chance(random, 0.2)
    ? pickValue(random, 'entityId')
    : `user-${wholeNumber(random, 1, 5000)}`;
  return { namespace, flag, entityId, context: drawContext(random) };
}

function drawContext(random: Random): Record<string, string> {
  const context: Record<string, string> = {};
  for (const type of contextTypes) {
    for (const name of properties[type]) {
      if (chance(random, 0.2)) continue;
      context[name] = chance(random, 0.05) ? '' : pickValue(random, type);
    }
  }
  return context;
}

/** What a constraint compares: the entity, or what the context says of the property. */
export function inputOf({ entityId, context }: Triple, { type, property }: ConstraintPlan): string {
  return type === 'entityId' ? entityId : (context[property] ?? '');
}
