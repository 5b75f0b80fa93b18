import { quote } from '@pennon/domain';
import { type Place } from '../place';
import { type Reading } from './reading';

/** Keys of one list of nouns, each of which may be there once. */
export class UniqueKeys {
  private readonly places = new Map<string, Place>();

  /** @param noun What has the keys, as messages call it. */
  constructor(
    private readonly noun: string,
    private readonly reading: Reading,
  ) {}

  /** Refuses a key that another noun of the list has. */
  add(key: string, place: Place): void {
    const taken = this.places.get(key);
    if (taken === undefined) this.places.set(key, place);
    else
      this.reading.problems.error(
        place,
        `${this.noun} ${quote(key)} is not unique: ${taken.path} has the key`,
      );
  }

  /** Every key, with the place where it is first. */
  get all(): ReadonlyMap<string, Place> {
    return this.places;
  }
}
