import { flipt, pennonTransfer } from '@pennon/proto';
import { newWriterForEachTest } from '../../../../test/support/writer-app';

const { method } = flipt.Flipt;
const { call, expectRefused } = newWriterForEachTest();

const {
  STRING_COMPARISON_TYPE: STRING,
  DATETIME_COMPARISON_TYPE: DATETIME,
  ENTITY_ID_COMPARISON_TYPE: ENTITY_ID,
} = flipt.ComparisonType;

const isDutch = { segmentKey: 'dutch', type: STRING, property: 'country', operator: 'eq', value: 'NL' };

beforeEach(async () => {
  await call(method.createSegment, { key: 'dutch', name: 'Dutch' });
  await call(method.createSegment, { key: 'staff', name: 'Staff' });
});

async function constraints(): Promise<readonly flipt.Constraint[]> {
  return (await call(method.getSegment, { key: 'dutch' })).constraints;
}

describe('creating a constraint', () => {
  it.each([
    ['invalid field segmentKey: must not be empty', {}],
    ['invalid field property: must not be empty', { segmentKey: 'dutch' }],
    ['invalid field operator: must not be empty', { segmentKey: 'dutch', property: 'country' }],
    ['invalid constraint type: "UNKNOWN_COMPARISON_TYPE"', { ...isDutch, type: 0 }],
    ['property is country instead of "entityId"', { ...isDutch, type: ENTITY_ID, operator: 'lt' }],
    ['constraint operator "LT" is not valid for type string', { ...isDutch, operator: 'LT', value: '' }],
    ['invalid field value: must not be empty', { ...isDutch, value: '' }],
    ['parsing datetime from "NL"', { ...isDutch, type: DATETIME }],
    [
      'invalid value provided for property "country" of type string',
      { ...isDutch, operator: 'isoneof', value: '[1]' },
    ],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.createConstraint, request), 'INVALID_ARGUMENT', message);
    expect(await constraints()).toEqual([]);
  });

  it('of a segment that does not exist is refused', async () => {
    const refused = call(method.createConstraint, { ...isDutch, segmentKey: 'nobody' });
    await expectRefused(refused, 'NOT_FOUND', 'segment "default/nobody" not found');
  });

  it('answers it as it is stored', async () => {
    const sent = { type: DATETIME, property: 'since', operator: 'GTE', value: '2024-01-02T03:04:05.6+01:00' };
    const created = await call(method.createConstraint, { segmentKey: 'dutch', ...sent, description: 'd' });
    expect(created).toMatchObject({ operator: 'gte', value: '2024-01-02T02:04:05Z', description: 'd' });
    expect(await constraints()).toEqual([created]);
  });
});

describe('updating a constraint', () => {
  it('wants an id first', async () => {
    const refused = call(method.updateConstraint, {});
    await expectRefused(refused, 'INVALID_ARGUMENT', 'invalid field id: must not be empty');
  });

  it('replaces all of it', async () => {
    const { id } = await call(method.createConstraint, { ...isDutch, description: 'd' });
    const changes = { property: 'city', operator: 'NotEmpty', value: 'dropped' };
    const updated = await call(method.updateConstraint, { ...isDutch, id, ...changes });
    expect(updated).toMatchObject({ property: 'city', operator: 'notempty', value: '', description: '' });
    expect(await constraints()).toEqual([updated]);
  });

  it('of another segment is refused', async () => {
    const { id } = await call(method.createConstraint, isDutch);
    const refused = call(method.updateConstraint, { ...isDutch, id, segmentKey: 'staff' });
    await expectRefused(refused, 'NOT_FOUND', `constraint "${id}" not found`);
  });
});

describe('a constraint with an operator that only documents can give it', () => {
  const prefix = { segmentKey: 'dutch', type: ENTITY_ID, property: 'entityId', operator: 'prefix' };
  const refusal = 'constraint operator "prefix" is not valid for type entityId';

  beforeEach(async () => {
    const constraint = {
      type: 'ENTITY_ID_COMPARISON_TYPE',
      property: 'entityId',
      operator: 'prefix',
      value: 'emp-',
    };
    const segments = [
      { key: 'dutch', name: 'Dutch', match_type: 'ALL_MATCH_TYPE', constraints: [constraint] },
    ];
    await call(pennonTransfer.TransferService.method.importNamespace, {
      document: JSON.stringify({ segments }),
    });
  });

  it('is shown, may keep it, and be deleted', async () => {
    const [stored] = await constraints();
    expect(stored).toMatchObject({ type: ENTITY_ID, operator: 'prefix', value: 'emp-' });
    const id = stored?.id ?? '';
    await call(method.updateConstraint, { ...prefix, id, value: 'staff-', description: 'd' });
    expect(await constraints()).toMatchObject([{ operator: 'prefix', value: 'staff-', description: 'd' }]);
    await call(method.deleteConstraint, { id, segmentKey: 'dutch' });
    expect(await constraints()).toEqual([]);
  });

  it('is neither created by the API nor made of another one', async () => {
    const [stored] = await constraints();
    await expectRefused(
      call(method.createConstraint, { ...prefix, value: 'x' }),
      'INVALID_ARGUMENT',
      refusal,
    );
    const { id } = await call(method.createConstraint, { ...prefix, operator: 'eq', value: 'x' });
    const made = call(method.updateConstraint, { ...prefix, id, value: 'x' });
    await expectRefused(made, 'INVALID_ARGUMENT', refusal);
    const missing = call(method.updateConstraint, { ...prefix, id: 'missing', value: 'x' });
    await expectRefused(missing, 'INVALID_ARGUMENT', refusal);
    expect((await constraints()).map(({ operator }) => operator)).toEqual([stored?.operator, 'eq']);
  });
});

describe('deleting a constraint', () => {
  it.each([
    ['invalid field id: must not be empty', { segmentKey: 'dutch' }],
    ['invalid field segmentKey: must not be empty', { id: 'x' }],
  ])('is refused with: %s', async (message, request) => {
    await expectRefused(call(method.deleteConstraint, request), 'INVALID_ARGUMENT', message);
  });

  it('of another segment does nothing', async () => {
    const { id } = await call(method.createConstraint, isDutch);
    await call(method.deleteConstraint, { id, segmentKey: 'staff' });
    expect((await constraints()).map((constraint) => constraint.id)).toEqual([id]);
  });
});
