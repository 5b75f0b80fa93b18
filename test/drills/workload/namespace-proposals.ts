import { pathOf, type Proposals } from './proposed-write';

/** How often a namespace that might be deleted is. */
const SHARE_OF_DELETIONS = 0.1;

/** Writes to a namespace itself. */
export const namespaceProposals: Proposals = {
  CreateNamespace(model) {
    if (model.exists) return undefined;
    return {
      verb: 'POST',
      path: '/api/v1/namespaces',
      body: { key: model.key, name: model.key },
      happen(after) {
        after.create();
      },
    };
  },

  UpdateNamespace(model, dice) {
    if (!model.exists) return undefined;
    return {
      verb: 'PUT',
      path: pathOf(model),
      body: { name: `Name ${dice.serial()}` },
      happen(after) {
        after.requireItself();
      },
    };
  },

  DeleteNamespace(model, dice) {
    if (!model.exists || !dice.chance(SHARE_OF_DELETIONS)) return undefined;
    return {
      verb: 'DELETE',
      path: `${pathOf(model)}?force=true`,
      happen(after) {
        after.delete();
      },
    };
  },
};
