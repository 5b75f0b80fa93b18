import { aConstraint, aSegment } from '@pennon/testing';
import { pathOf, stampOf, type Proposals } from './proposed-write';
import { type Dice } from './dice';
import { cities } from './questions';

const segmentKeys = ['locals', 'guests', 'staff'];
const MOST_CONSTRAINTS = 3;

/** Writes to segments and their constraints. */
export const segmentProposals: Proposals = {
  CreateSegment(model, dice) {
    const key = dice.pick(segmentKeys.filter((candidate) => !model.segments.has(candidate)));
    if (!model.exists || key === undefined) return undefined;
    const matchType = anyMatchType(dice);
    return {
      verb: 'POST',
      path: pathOf(model, '/segments'),
      body: { key, name: key, matchType: `${matchType.toUpperCase()}_MATCH_TYPE` },
      happen(after) {
        after.requireItself();
        after.segments.insert(key, aSegment(key, { matchType }));
      },
    };
  },

  UpdateSegment(model, dice) {
    const key = dice.pick(model.segments.ids);
    if (key === undefined) return undefined;
    const matchType = anyMatchType(dice);
    return {
      verb: 'PUT',
      path: pathOf(model, `/segments/${key}`),
      body: { name: `Name ${dice.serial()}`, matchType: `${matchType.toUpperCase()}_MATCH_TYPE` },
      happen(after) {
        after.segments.update(key, { matchType });
      },
    };
  },

  DeleteSegment(model, dice) {
    const key = dice.pick(model.segments.ids.filter((candidate) => !model.isInUse(candidate)));
    if (key === undefined) return undefined;
    return {
      verb: 'DELETE',
      path: pathOf(model, `/segments/${key}`),
      happen(after) {
        after.deleteSegment(key);
      },
    };
  },

  CreateConstraint(model, dice) {
    const segmentKey = dice.pick(model.segments.ids);
    if (segmentKey === undefined || model.constraintsOf(segmentKey).length >= MOST_CONSTRAINTS)
      return undefined;
    const comparison = anyComparison(dice);
    return {
      verb: 'POST',
      path: pathOf(model, `/segments/${segmentKey}/constraints`),
      body: { ...comparison, type: 'STRING_COMPARISON_TYPE' },
      happen(after, created) {
        const stamp = stampOf(created);
        after.segments.require(segmentKey);
        after.constraints.insert(stamp.id, aConstraint(segmentKey, stamp.id, { ...comparison, ...stamp }));
      },
    };
  },

  UpdateConstraint(model, dice) {
    const constraint = dice.pick(model.constraints.all);
    if (constraint === undefined) return undefined;
    const { id, segmentKey } = constraint;
    const comparison = anyComparison(dice);
    return {
      verb: 'PUT',
      path: pathOf(model, `/segments/${segmentKey}/constraints/${id}`),
      body: { ...comparison, type: 'STRING_COMPARISON_TYPE' },
      happen(after) {
        after.constraints.update(id, comparison);
      },
    };
  },

  DeleteConstraint(model, dice) {
    const constraint = dice.pick(model.constraints.all);
    if (constraint === undefined) return undefined;
    const { id, segmentKey } = constraint;
    return {
      verb: 'DELETE',
      path: pathOf(model, `/segments/${segmentKey}/constraints/${id}`),
      happen(after) {
        after.constraints.delete(id);
      },
    };
  },
};

function anyMatchType(dice: Dice): 'all' | 'any' {
  return dice.chance(0.5) ? 'all' : 'any';
}

function anyComparison(dice: Dice): { property: string; operator: 'eq' | 'neq'; value: string } {
  return {
    property: 'city',
    operator: dice.chance(0.7) ? 'eq' : 'neq',
    value: dice.pick(cities) ?? '',
  };
}
