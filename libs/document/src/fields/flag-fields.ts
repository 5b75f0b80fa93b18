import type { FlagType, FlagValues } from '@pennon/domain';
import type { FlagState } from '@pennon/state';
import { versionGates } from '../version';
import { flagTypeWords } from '../words';
import { metadataField } from './metadata-field';
import { text } from './nodes';
import { offField } from './off-field';
import type { ObjectReader } from './object-reader';
import type { Reading } from './reading';
import { booleanField, textField, type ValueFields } from './value-field';

/**
 * How documents say the values of a flag, in Flipt's order. Readers, writers and the version that a document needs
 * follow the table.
 */
export const flagValueFields: ValueFields<FlagValues & Pick<FlagState, 'off'>> = {
  name: textField('name'),
  type: {
    name: 'type',
    since: versionGates['flag.type'],
    read: readType,
    write: (type) => text(flagTypeWords[type]),
  },
  description: { ...textField('description'), read: (flag) => flag.description() },
  isEnabled: booleanField('enabled'),
  off: offField,
  metadata: metadataField,
};

function readType(flag: ObjectReader, reading: Reading): FlagType {
  const isGiven = flag.field('type') !== undefined;
  if (isGiven) reading.gate('flag.type', flag.placeOf('type'));
  else if (flag.field('rollouts') !== undefined) {
    const reason = `has rollouts but no type: ${flagTypeWords.variant} is taken, and rollouts are not evaluated`;
    reading.problems.warn(flag.place, reason);
  }
  const type = flag.word('type', flagTypeWords) ?? 'variant';
  warnOfUselessParts(flag, type, reading);
  return type;
}

/** What the flag's type never looks at is kept, as the management API keeps it. */
function warnOfUselessParts(flag: ObjectReader, type: FlagType, reading: Reading): void {
  if (flag.field('type') === undefined) return;
  const useless = type === 'variant' ? 'rollouts' : 'rules';
  const node = flag.field(useless);
  if (node?.kind !== 'list' || node.items.length === 0) return;
  reading.problems.warn(flag.placeOf(useless), `the ${useless} of a ${type} flag are not evaluated`);
}
