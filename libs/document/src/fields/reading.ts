import { InvalidArgumentError, InvalidFieldError, quote } from '@pennon/domain';
import { matchableOperatorsByType, OperatorError } from '@pennon/state';
import type { Place } from '../place';
import type { ProblemLog } from '../problem';
import { suggestOperator } from '../suggestions';
import { type DocumentVersion, isBefore, notYet, versionGates, versionHints } from '../version';

/** Why a number in metadata, given by its digits, is refused; undefined for a number that is read. */
export type RefuseNumber = (digits: string) => string | undefined;

/** What is known while a document is read. */
export class Reading {
  /** Segments that rules and rollouts look at, to be looked up when all segments are read. */
  readonly segmentReferences: SegmentReference[] = [];

  constructor(
    readonly version: DocumentVersion,
    readonly problems: ProblemLog,
    readonly refuseNumber: RefuseNumber = () => undefined,
  ) {}

  /** Refuses what came after the document's version. */
  gate(feature: keyof typeof versionGates, place: Place): void {
    const since = versionGates[feature];
    if (isBefore(this.version, since)) this.problems.error(place, notYet(feature, since, this.version));
  }

  /** Warns of what came after the document's version and is read nevertheless. */
  hint(feature: keyof typeof versionHints, place: Place): void {
    const since = versionHints[feature];
    if (isBefore(this.version, since)) this.problems.warn(place, notYet(feature, since, this.version));
  }

  /**
   * What a law of the domain returns; undefined, and a problem at that place, when it is broken.
   *
   * @param placeOf Where the field is that the law names; without it all problems are at `place`.
   */
  hold<T>(place: Place, law: () => T, placeOf: (field: string) => Place = () => place): T | undefined {
    try {
      return law();
    } catch (error) {
      if (error instanceof OperatorError) this.refuseOperator(placeOf('operator'), error);
      else if (error instanceof InvalidFieldError) this.problems.error(placeOf(error.field), error.problem);
      else if (error instanceof InvalidArgumentError) this.problems.error(place, error.message);
      else throw error;
      return undefined;
    }
  }

  private refuseOperator(place: Place, { message, type, operator }: OperatorError): void {
    const reason = `${message}; valid operators: ${matchableOperatorsByType[type].join(', ')}`;
    this.problems.error(place, reason, () => suggestOperator(type, operator));
  }
}

/** A rule or rollout looks at a segment here. */
export interface SegmentReference {
  readonly key: string;
  readonly place: Place;
}

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
