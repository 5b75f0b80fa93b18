import type { Dialect } from '@pennon/config';
import { flipt, pennonChanges, pennonFind, pennonLooks } from '@pennon/proto';
import { statementsOf } from '../../support/statements';
import { newWriterForEachTest } from '../../support/writer-app';

const { call, database } = newWriterForEachTest();

const { method } = flipt.Flipt;
const { findFlags } = pennonChanges.ChangeService.method;
const { listNamespaceLooks, setNamespaceLooks } = pennonLooks.LookService.method;
const { LAST_CHANGED_FIRST } = pennonFind.FlagOrder;
const flagKey = 'colour';
const segmentKey = 'dutch';

/** The calls that are counted, on a flag with a variant, a rule and a distribution. */
async function callsToCount(): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  await call(method.createSegment, { key: segmentKey, name: 'Dutch' });
  await call(method.createFlag, { key: flagKey, name: 'Colour' });
  const { id: variantId } = await call(method.createVariant, { flagKey, key: 'red' });
  const { id: ruleId } = await call(method.createRule, { flagKey, segmentKeys: [segmentKey], rank: 1 });
  const distribution = { flagKey, ruleId, variantId };
  const { id } = await call(method.createDistribution, { ...distribution, rollout: 100 });
  const constraint = { type: 1, property: 'country', operator: 'eq', value: 'nl' };
  return {
    createFlag: () => call(method.createFlag, { key: 'new', name: 'New' }),
    updateFlag: () => call(method.updateFlag, { key: flagKey, name: 'Other' }),
    'updateFlag to what it is': () => call(method.updateFlag, { key: flagKey, name: 'Colour' }),
    deleteFlag: () => call(method.deleteFlag, { key: flagKey }),
    createConstraint: () => call(method.createConstraint, { segmentKey, ...constraint }),
    createRule: () => call(method.createRule, { flagKey, segmentKeys: [segmentKey], rank: 2 }),
    getFlag: () => call(method.getFlag, { key: flagKey }),
    getSegment: () => call(method.getSegment, { key: segmentKey }),
    getRule: () => call(method.getRule, { flagKey, id: ruleId }),
    listRules: () => call(method.listRules, { flagKey }),
    listFlags: () => call(method.listFlags, { limit: 100 }),
    listSegments: () => call(method.listSegments, { limit: 100 }),
    createDistribution: () => call(method.createDistribution, { ...distribution, rollout: 0 }),
    updateDistribution: () => call(method.updateDistribution, { ...distribution, id, rollout: 50 }),
    findFlags: () => call(findFlags, {}),
    'findFlags by the last change': () =>
      call(findFlags, { namespaceKey: 'default', order: LAST_CHANGED_FIRST }),
    listNamespaceLooks: () => call(listNamespaceLooks, {}),
    setNamespaceLooks: () => call(setNamespaceLooks, { looks: [{ namespaceKey: 'default', hue: 1 }] }),
  };
}

/**
 * How many statements each call takes, with begin and commit. A write waits for each of them on the way to the database
 * and back, and holds its namespace meanwhile. One more needs a reason.
 */
const counts: Readonly<Record<string, Readonly<Record<Dialect, number>>>> = {
  createFlag: { postgres: 7, mysql: 9, cockroachdb: 9, sqlite: 9 },
  updateFlag: { postgres: 7, mysql: 9, cockroachdb: 9, sqlite: 9 },
  'updateFlag to what it is': { postgres: 4, mysql: 4, cockroachdb: 4, sqlite: 4 },
  deleteFlag: { postgres: 8, mysql: 10, cockroachdb: 10, sqlite: 10 },
  createConstraint: { postgres: 7, mysql: 9, cockroachdb: 9, sqlite: 9 },
  createRule: { postgres: 7, mysql: 10, cockroachdb: 10, sqlite: 10 },
  getFlag: { postgres: 1, mysql: 1, cockroachdb: 1, sqlite: 1 },
  getSegment: { postgres: 1, mysql: 1, cockroachdb: 1, sqlite: 1 },
  getRule: { postgres: 1, mysql: 1, cockroachdb: 1, sqlite: 1 },
  listRules: { postgres: 1, mysql: 1, cockroachdb: 1, sqlite: 1 },
  listFlags: { postgres: 1, mysql: 1, cockroachdb: 1, sqlite: 1 },
  listSegments: { postgres: 1, mysql: 1, cockroachdb: 1, sqlite: 1 },
  createDistribution: { postgres: 8, mysql: 10, cockroachdb: 10, sqlite: 10 },
  updateDistribution: { postgres: 8, mysql: 10, cockroachdb: 10, sqlite: 10 },
  findFlags: { postgres: 6, mysql: 7, cockroachdb: 6, sqlite: 6 },
  'findFlags by the last change': { postgres: 7, mysql: 8, cockroachdb: 7, sqlite: 7 },
  listNamespaceLooks: { postgres: 3, mysql: 4, cockroachdb: 3, sqlite: 3 },
  setNamespaceLooks: { postgres: 8, mysql: 9, cockroachdb: 8, sqlite: 8 },
};

/** The statements of a call: of its first transaction, or all if there is none. */
async function countedOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const statements = await statementsOf(database(), call);
  const end = statements.findIndex((sql) => sql === 'COMMIT' || sql === 'ROLLBACK');
  return end === -1 ? statements : statements.slice(0, end + 1);
}

test.each(Object.keys(counts))('the statements of a call: %s', async (name) => {
  const calls = await callsToCount();
  const statements = await countedOf(async () => calls[name]?.());
  const { dialect } = database();
  expect([dialect, statements.length]).toEqual([dialect, counts[name]?.[dialect]]);
});
