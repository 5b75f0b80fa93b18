/** Who asks, and what is known of them. */
export interface Entity {
  readonly id: string;
  readonly context: Readonly<Record<string, string>>;
}

/** How many different entities ask; a power of two, so that a mask picks one. */
export const ENTITY_COUNT = 1024;

export const countries = ['CH', 'DE', 'FR', 'GB', 'IT', 'JP', 'NO', 'PL', 'SE', 'US'] as const;
export const plans = ['free', 'team', 'business', 'enterprise'] as const;

/** The entities, always the same. Their properties vary independently, so every rule is met and missed. */
export const entities: readonly Entity[] = Array.from({ length: ENTITY_COUNT }, (_, index) => ({
  id: `user-${scatter(index, 1).toString(16).padStart(8, '0')}`,
  context: {
    country: countries[scatter(index, 2) % countries.length] ?? '',
    plan: plans[scatter(index, 3) % plans.length] ?? '',
    age: `${18 + (scatter(index, 4) % 60)}`,
    beta: scatter(index, 5) % 2 === 0 ? 'true' : 'false',
    email: `user-${index}@team-${scatter(index, 6) % 4}.example`,
    version: `${1 + (scatter(index, 7) % 4)}.${index % 20}`,
  },
}));

/** A 32-bit number that looks random and is always the same (the finaliser of MurmurHash3). */
function scatter(index: number, salt: number): number {
  let bits = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
