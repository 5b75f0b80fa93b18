import { ApiError } from '@/api/api-error';
import { inWords } from './refusal';

const refusal = (message: string): ApiError => new ApiError({ method: 'POST', path: '/' }, 400, 3, message);

it.each([
  [
    'flag "color" looks at the unknown segment "tmp2"',
    'The segment "tmp2" no longer exists. Choose another segment or create it, then save again.',
  ],
  [
    'invalid field document: 1:230: flags[0].rules[0].distributions[2].variant: unknown variant "16c7726b"',
    'A variant no longer exists. Remove its share or choose another variant, then save again.',
  ],
  ['name must not be empty', 'name must not be empty'],
])('says what to do: %s', (message, words) => {
  expect(inWords(refusal(message))).toMatchObject({ message: words, httpStatus: 400, code: 3, path: '/' });
});

it('leaves other errors as they are', () => {
  const error = new Error('looks at the unknown segment');
  expect(inWords(error)).toBe(error);
});
