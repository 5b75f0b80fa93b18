import { aShownFlag } from '../../../tests/support/a-flag';
import { planFlagMetadata } from './flag-edit-plans';

const flag = aShownFlag('checkout', {
  ...{ type: 'boolean', metadata: { owner: 'web', tags: ['a'], tier: 1 } },
});

test.each([
  [{ owner: 'web', tags: ['a', 'b'], tier: 1 }, { metadata: { tags: ['a', 'b'] } }],
  [{ owner: 'web', tier: 1 }, { removeMetadata: ['tags'] }],
  [
    { owner: 'shop', tags: ['a'] },
    { metadata: { owner: 'shop' }, removeMetadata: ['tier'] },
  ],
])(
  'metadata that becomes %j: only what is another value is set, and what is gone is removed',
  (metadata, edit) => {
    const { wanted } = planFlagMetadata(flag, metadata);
    expect(wanted).toEqual({ edits: [{ key: 'checkout', ...edit }] });
  },
);
