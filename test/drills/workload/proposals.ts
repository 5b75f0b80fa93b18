import { type Dice } from './dice';
import { flagProposals } from './flag-proposals';
import { type NamespaceModel } from './namespace-model';
import { namespaceProposals } from './namespace-proposals';
import { type ProposedWrite, type Proposals } from './proposed-write';
import { rolloutProposals } from './rollout-proposals';
import { ruleProposals } from './rule-proposals';
import { segmentProposals } from './segment-proposals';

/** Every kind of write there is. */
export const proposals: Proposals = {
  ...namespaceProposals,
  ...flagProposals,
  ...segmentProposals,
  ...ruleProposals,
  ...rolloutProposals,
};

/** A write of any kind that makes sense. */
export function anyWrite(model: NamespaceModel, dice: Dice): ProposedWrite & { readonly name: string } {
  for (;;) {
    const [name, propose] = dice.pick(Object.entries(proposals)) ?? [];
    const write = propose?.(model, dice);
    // A namespace can be created or else updated, so one is found at last.
    if (name !== undefined && write !== undefined) return { name, ...write };
  }
}
