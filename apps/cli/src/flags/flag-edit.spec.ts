import { pennonChanges } from '@pennon/proto';
import { Given, type OptionValues } from '../command-line/command';
import { flagEditOf } from './flag-edit';

function editOf(values: OptionValues): unknown {
  return flagEditOf('checkout', new Given(values));
}

test.each<readonly [OptionValues, object]>([
  [{ percentage: '20' }, { percentage: 20 }],
  [
    { percentage: '0', rank: '2', value: 'false' },
    { percentage: 0, rank: 2, value: false },
  ],
  [{ enabled: 'true' }, { enabled: true }],
  [{ weights: 'a=33.33,b=66.67' }, { weights: { a: 33.33, b: 66.67 } }],
  [
    { weights: 'a=20', rest: 'nothing', segment: ['pros', 'beta'] },
    { weights: { a: 20 }, rest: pennonChanges.FlagEdit_Rest.NOTHING, segments: ['pros', 'beta'] },
  ],
  [
    { name: 'Checkout', description: '' },
    { name: 'Checkout', description: '' },
  ],
  [{ 'default-variant': '' }, { defaultVariant: '' }],
  [
    { metadata: ['owner=ana', 'tags=["a"]', 'level=2', 'note=a=b', 'empty=', 'nothing=null'] },
    { metadata: { owner: 'ana', tags: ['a'], level: 2, note: 'a=b', empty: '', nothing: null } },
  ],
  [{ 'remove-metadata': ['owner'] }, { removeMetadata: ['owner'] }],
])('%j sets %j and nothing else', (values, edit) => {
  expect(editOf(values)).toEqual({ key: 'checkout', ...edit });
});

test.each<readonly [OptionValues, string]>([
  [{}, 'say what to set, such as --percentage 20; see pennon help flag set'],
  [{ percentage: '12.5' }, '--percentage takes a whole number of at least 0, not "12.5"'],
  [{ percentage: '5', rank: '0' }, '--rank takes a whole number of at least 1, not "0"'],
  [{ weights: 'a' }, '--weights takes pairs such as a=50,b=50, not "a"'],
  [{ weights: 'a=50,' }, '--weights takes pairs such as a=50,b=50, not ""'],
  [{ weights: '=50' }, '--weights takes pairs such as a=50,b=50, not "=50"'],
  [{ weights: 'a=50,a=50' }, '--weights names "a" twice'],
  [{ weights: 'a=half' }, '--weights takes numbers such as a=50,b=50, not "a=half"'],
  [{ metadata: ['owner'] }, '--metadata takes pairs such as owner=ana, not "owner"'],
  [{ metadata: ['a=1', 'a=2'] }, '--metadata names "a" twice'],
])('%j is refused', (values, message) => {
  expect(() => editOf(values)).toThrow(new Error(message));
});
