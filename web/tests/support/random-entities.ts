import { randomFrom, wholeNumber } from '../../../test/support/random';

/** Whom a flag is evaluated for. */
export interface RandomEntity {
  readonly entityId: string;
  readonly context: Readonly<Record<'country' | 'plan', string>>;
}

/** Enough for every kind of difference. */
const COUNT = 1000;

/** Entities of three countries and two plans; the same on every run, so that a failure can be looked into. */
export const randomEntities: readonly RandomEntity[] = (() => {
  const random = randomFrom(20_261_123);
  const oneOf = (texts: readonly string[]): string => texts[wholeNumber(random, 0, texts.length - 1)] ?? '';
  return Array.from({ length: COUNT }, () => ({
    entityId: wholeNumber(random, 0, Number.MAX_SAFE_INTEGER).toString(36),
    context: { country: oneOf(['DE', 'FR', 'NL']), plan: oneOf(['free', 'pro']) },
  }));
})();
