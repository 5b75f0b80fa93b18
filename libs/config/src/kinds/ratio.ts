import { within } from './bounds';
import { InvalidValueError, type Kind, scalar } from './kind';

/** A part of a whole, as a decimal number from 0 to 1, both included: `0.25` is a quarter. */
export const ratio: Kind<number> = scalar('ratio, 0–1', (text) => {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw new InvalidValueError('expected a number such as 0.25');
  return within(Number(text), { value: 0, text: '0' }, { value: 1, text: '1' });
});
