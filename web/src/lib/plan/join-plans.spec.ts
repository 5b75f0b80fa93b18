import { aShownFlag } from '../../../tests/support/a-flag';
import { planFlagCreate, planFlagDelete } from './flag-plans';
import { joinPlans } from './join-plans';
import { planNamespaceCreate } from './namespace-plans';
import { type Plan } from './plan';
import { planSegmentCreate } from './segment-plans';
import { planTurnOff } from './flag-edit-plans';

const frame = { title: 'All of it', namespaceKey: 'shop' };
const flag = aShownFlag('checkout', { type: 'boolean' });
const segment = {
  ...({ key: 'beta', name: '', description: '', matchType: 'all', constraints: [] } as const),
};

describe('several plans as one change', () => {
  it('is based on what any of them is based on, and makes and deletes what all of them do', () => {
    const { wanted, changes } = joinPlans(frame, [
      planSegmentCreate('shop', segment),
      planFlagCreate('shop', flag, '3.a'),
      planFlagDelete({ ...flag, key: 'old' }),
    ]);
    expect(wanted).toMatchObject({
      ...{ base: '3.a', flags: [{ state: { key: 'checkout' } }], segments: [{ state: { key: 'beta' } }] },
      created: { flags: ['checkout'], segments: ['beta'] },
      deleted: { flags: ['old'], segments: [] },
    });
    expect(changes.map(({ kind }) => kind)).toEqual(['create', 'create', 'delete']);
  });

  it('has the edits of all of them', () => {
    const plans = ['a', 'b'].map((key) => planTurnOff({ ...flag, key }, ''));
    expect(joinPlans(frame, plans).wanted).toEqual({
      edits: [
        { key: 'a', off: true },
        { key: 'b', off: true },
      ],
    });
  });

  it('is put back from its end', () => {
    const plans: readonly Plan[] = ['a', 'b'].map((key) =>
      planNamespaceCreate({ key, name: '', description: '' }),
    );
    const { steps, inverse } = joinPlans(frame, plans);
    expect(steps?.map(({ call }) => call.method)).toEqual(['POST', 'POST']);
    expect(inverse?.steps?.map(({ call }) => call.path)).toEqual(
      ['b', 'a'].map((key) => `/api/v1/namespaces/${key}`),
    );
  });
});
