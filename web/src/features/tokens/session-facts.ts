import { type Token } from '@/api/types';
import { compareTimestamps } from '@/lib/time';

/** Records of people and service accounts: all that are no API tokens. */
export function sessionsOf(records: readonly Token[]): readonly Token[] {
  return records
    .filter(({ method }) => method !== 'METHOD_TOKEN')
    .toSorted((one, other) => compareTimestamps(other.createdAt ?? '', one.createdAt ?? ''));
}
