import { EvaluationService, Flipt, MetadataService } from '@pennon/proto';
import { RouteTable } from './route-table';

const routes = new RouteTable([Flipt, EvaluationService, MetadataService]);

/** A route of Flipt's gateway: RPC, verb, path and the values of its path parameters. */
type Row = readonly [rpc: string, verb: string, path: string, parameters: Readonly<Record<string, string>>];

function expectRow([rpc, verb, path, parameters]: Row): void {
  const found = routes.match(verb, path);
  const values = found?.parameters.map(({ field, value }) => [field.name, value]) ?? [];
  expect(found?.method.name).toBe(rpc);
  expect(found?.source).toBe(verb === 'POST' || verb === 'PUT' ? 'body' : 'query');
  expect(Object.fromEntries(values)).toEqual(parameters);
}

const ns = { namespace_key: 'n' };
const flag = { ...ns, flag_key: 'f' };
const rule = { ...flag, rule_id: 'r' };
const segment = { ...ns, segment_key: 's' };

const namespacedRows: readonly Row[] = [
  ['ListNamespaces', 'GET', '/api/v1/namespaces', {}],
  ['CreateNamespace', 'POST', '/api/v1/namespaces', {}],
  ['GetNamespace', 'GET', '/api/v1/namespaces/k', { key: 'k' }],
  ['UpdateNamespace', 'PUT', '/api/v1/namespaces/k', { key: 'k' }],
  ['DeleteNamespace', 'DELETE', '/api/v1/namespaces/k', { key: 'k' }],
  ['ListFlags', 'GET', '/api/v1/namespaces/n/flags', ns],
  ['CreateFlag', 'POST', '/api/v1/namespaces/n/flags', ns],
  ['GetFlag', 'GET', '/api/v1/namespaces/n/flags/k', { ...ns, key: 'k' }],
  ['UpdateFlag', 'PUT', '/api/v1/namespaces/n/flags/k', { ...ns, key: 'k' }],
  ['DeleteFlag', 'DELETE', '/api/v1/namespaces/n/flags/k', { ...ns, key: 'k' }],
  ['CreateVariant', 'POST', '/api/v1/namespaces/n/flags/f/variants', flag],
  ['UpdateVariant', 'PUT', '/api/v1/namespaces/n/flags/f/variants/i', { ...flag, id: 'i' }],
  ['DeleteVariant', 'DELETE', '/api/v1/namespaces/n/flags/f/variants/i', { ...flag, id: 'i' }],
  ['ListRules', 'GET', '/api/v1/namespaces/n/flags/f/rules', flag],
  ['CreateRule', 'POST', '/api/v1/namespaces/n/flags/f/rules', flag],
  ['GetRule', 'GET', '/api/v1/namespaces/n/flags/f/rules/i', { ...flag, id: 'i' }],
  ['UpdateRule', 'PUT', '/api/v1/namespaces/n/flags/f/rules/i', { ...flag, id: 'i' }],
  ['OrderRules', 'PUT', '/api/v1/namespaces/n/flags/f/rules/order', flag],
  ['DeleteRule', 'DELETE', '/api/v1/namespaces/n/flags/f/rules/i', { ...flag, id: 'i' }],
  ['CreateDistribution', 'POST', '/api/v1/namespaces/n/flags/f/rules/r/distributions', rule],
  ['UpdateDistribution', 'PUT', '/api/v1/namespaces/n/flags/f/rules/r/distributions/i', { ...rule, id: 'i' }],
  [
    'DeleteDistribution',
    'DELETE',
    '/api/v1/namespaces/n/flags/f/rules/r/distributions/i',
    { ...rule, id: 'i' },
  ],
  ['ListRollouts', 'GET', '/api/v1/namespaces/n/flags/f/rollouts', flag],
  ['CreateRollout', 'POST', '/api/v1/namespaces/n/flags/f/rollouts', flag],
  ['GetRollout', 'GET', '/api/v1/namespaces/n/flags/f/rollouts/i', { ...flag, id: 'i' }],
  ['UpdateRollout', 'PUT', '/api/v1/namespaces/n/flags/f/rollouts/i', { ...flag, id: 'i' }],
  ['OrderRollouts', 'PUT', '/api/v1/namespaces/n/flags/f/rollouts/order', flag],
  ['DeleteRollout', 'DELETE', '/api/v1/namespaces/n/flags/f/rollouts/i', { ...flag, id: 'i' }],
  ['ListSegments', 'GET', '/api/v1/namespaces/n/segments', ns],
  ['CreateSegment', 'POST', '/api/v1/namespaces/n/segments', ns],
  ['GetSegment', 'GET', '/api/v1/namespaces/n/segments/k', { ...ns, key: 'k' }],
  ['UpdateSegment', 'PUT', '/api/v1/namespaces/n/segments/k', { ...ns, key: 'k' }],
  ['DeleteSegment', 'DELETE', '/api/v1/namespaces/n/segments/k', { ...ns, key: 'k' }],
  ['CreateConstraint', 'POST', '/api/v1/namespaces/n/segments/s/constraints', segment],
  ['UpdateConstraint', 'PUT', '/api/v1/namespaces/n/segments/s/constraints/i', { ...segment, id: 'i' }],
  ['DeleteConstraint', 'DELETE', '/api/v1/namespaces/n/segments/s/constraints/i', { ...segment, id: 'i' }],
];

const legacyRows: readonly Row[] = [
  ['ListFlags', 'GET', '/api/v1/flags', {}],
  ['CreateFlag', 'POST', '/api/v1/flags', {}],
  ['GetFlag', 'GET', '/api/v1/flags/k', { key: 'k' }],
  ['UpdateFlag', 'PUT', '/api/v1/flags/k', { key: 'k' }],
  ['DeleteFlag', 'DELETE', '/api/v1/flags/k', { key: 'k' }],
  ['CreateVariant', 'POST', '/api/v1/flags/f/variants', { flag_key: 'f' }],
  ['UpdateVariant', 'PUT', '/api/v1/flags/f/variants/i', { flag_key: 'f', id: 'i' }],
  ['DeleteVariant', 'DELETE', '/api/v1/flags/f/variants/i', { flag_key: 'f', id: 'i' }],
  ['ListRules', 'GET', '/api/v1/flags/f/rules', { flag_key: 'f' }],
  ['CreateRule', 'POST', '/api/v1/flags/f/rules', { flag_key: 'f' }],
  ['OrderRules', 'PUT', '/api/v1/flags/f/rules/order', { flag_key: 'f' }],
  ['GetRule', 'GET', '/api/v1/flags/f/rules/i', { flag_key: 'f', id: 'i' }],
  ['UpdateRule', 'PUT', '/api/v1/flags/f/rules/i', { flag_key: 'f', id: 'i' }],
  ['DeleteRule', 'DELETE', '/api/v1/flags/f/rules/i', { flag_key: 'f', id: 'i' }],
  ['CreateDistribution', 'POST', '/api/v1/flags/f/rules/r/distributions', { flag_key: 'f', rule_id: 'r' }],
  [
    'UpdateDistribution',
    'PUT',
    '/api/v1/flags/f/rules/r/distributions/i',
    { flag_key: 'f', rule_id: 'r', id: 'i' },
  ],
  [
    'DeleteDistribution',
    'DELETE',
    '/api/v1/flags/f/rules/r/distributions/i',
    { flag_key: 'f', rule_id: 'r', id: 'i' },
  ],
  ['ListSegments', 'GET', '/api/v1/segments', {}],
  ['CreateSegment', 'POST', '/api/v1/segments', {}],
  ['GetSegment', 'GET', '/api/v1/segments/k', { key: 'k' }],
  ['UpdateSegment', 'PUT', '/api/v1/segments/k', { key: 'k' }],
  ['DeleteSegment', 'DELETE', '/api/v1/segments/k', { key: 'k' }],
  ['CreateConstraint', 'POST', '/api/v1/segments/s/constraints', { segment_key: 's' }],
  ['UpdateConstraint', 'PUT', '/api/v1/segments/s/constraints/i', { segment_key: 's', id: 'i' }],
  ['DeleteConstraint', 'DELETE', '/api/v1/segments/s/constraints/i', { segment_key: 's', id: 'i' }],
];

/** As far as the services above go. */
const otherRows: readonly Row[] = [
  ['Evaluate', 'POST', '/api/v1/evaluate', {}],
  ['Evaluate', 'POST', '/api/v1/namespaces/n/evaluate', ns],
  ['BatchEvaluate', 'POST', '/api/v1/batch-evaluate', {}],
  ['BatchEvaluate', 'POST', '/api/v1/namespaces/n/batch-evaluate', ns],
  ['Variant', 'POST', '/evaluate/v1/variant', {}],
  ['Boolean', 'POST', '/evaluate/v1/boolean', {}],
  ['Batch', 'POST', '/evaluate/v1/batch', {}],
  ['GetInfo', 'GET', '/meta/info', {}],
  ['GetConfiguration', 'GET', '/meta/config', {}],
];

const allRows = [...namespacedRows, ...legacyRows, ...otherRows];

describe('a route', () => {
  it.each(namespacedRows)('%s is %s %s', (...row) => {
    expectRow(row);
  });

  it.each(legacyRows)('%s without a namespace is %s %s', (...row) => {
    expectRow(row);
  });

  it.each(otherRows)('%s is %s %s as well', (...row) => {
    expectRow(row);
  });

  it('is known for every RPC of the management API', () => {
    const known = new Set(allRows.map(([rpc]) => rpc));
    expect(Flipt.methods.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(allRows)('%s allows one trailing slash: %s %s/', (rpc, verb, path, parameters) => {
    expectRow([rpc, verb, `${path}/`, parameters]);
  });
});
