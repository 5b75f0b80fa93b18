import { type FlagState } from '@pennon/state';
import { emptyFlag } from '@/lib/empty-flag';
import { type FlagContents, type Variant } from '@/lib/model';

/** An enabled variant flag that is not off, with what is given; it has nothing else. */
export function aFlag(key: string, given: Partial<FlagState> = {}): FlagState {
  return { ...emptyFlag, key, isEnabled: true, off: false, ...given };
}

/** The same as the dashboard shows it. */
export function aShownFlag(key: string, given: Partial<FlagContents> = {}): FlagContents {
  return {
    ...{ ...emptyFlag, key, isEnabled: true, off: false, namespaceKey: 'shop' },
    ...{ variants: [], rules: [], rollouts: [], createdAt: '', updatedAt: '' },
    ...given,
  };
}

/** A variant without name and attachment, as the dashboard shows it. */
export function aVariant(key: string, given: Partial<Variant> = {}): Variant {
  return { id: `id-of-${key}`, key, name: '', description: '', attachment: '', ...given };
}
