import { assertRemark, instantOf, MICROS_PER_MILLISECOND, parseMoment, timestampText } from '@pennon/domain';
import { isOff, type FlagState, type OffState } from '@pennon/state';
import { kindOf } from '../tree';
import { boolean, object, text } from './nodes';
import { ObjectReader } from './object-reader';
import type { Reading } from './reading';
import type { ValueField } from './value-field';

const members = ['by', 'at', 'reason'];

/**
 * That a flag is off: true, or an object that says who turned it off, when and why, as far as that is not to stay or to
 * be found out. A document that does not have it leaves it as it is; false turns the flag on. It is left out for a flag
 * that is not off.
 */
export const offField: ValueField<FlagState['off']> = {
  name: 'off',
  read: readOff,
  write(off) {
    if (!isOff(off)) return undefined;
    const { by, at, reason } = off;
    const said = object([
      ['by', by === undefined ? undefined : text(by)],
      ['at', at === undefined ? undefined : text(timestampText(at))],
      ['reason', reason === undefined ? undefined : text(reason)],
    ]);
    return said.members.size === 0 ? boolean(true) : said;
  },
};

/** Null and texts are refused: one that guesses what they mean may turn a flag on. */
function readOff(flag: ObjectReader, reading: Reading): FlagState['off'] {
  const node = flag.member('off');
  if (node === undefined) return undefined;
  if (node.kind === 'boolean') return node.value && { by: undefined, at: undefined, reason: undefined };
  const place = flag.placeOf('off');
  if (node.kind !== 'map') {
    reading.problems.error(place, `expected true, false or an object, found ${kindOf(node)}`);
    return undefined;
  }
  const off = ObjectReader.of(node, place, members, reading);
  return off && { by: readText('by', off), at: readAt(off, reading), reason: readReason(off, reading) };
}

function readText(name: string, off: ObjectReader): string | undefined {
  return off.field(name) === undefined ? undefined : off.text(name);
}

function readReason(off: ObjectReader, reading: Reading): string | undefined {
  const reason = readText('reason', off);
  reading.hold(off.placeOf('reason'), () => {
    assertRemark('reason', reason ?? '');
  });
  return reason;
}

/** To the millisecond, as it is written. */
function readAt(off: ObjectReader, reading: Reading): OffState['at'] {
  if (off.field('at') === undefined) return undefined;
  const moment = parseMoment(off.text('at'));
  if (moment !== undefined)
    return Math.floor(instantOf(moment) / MICROS_PER_MILLISECOND) * MICROS_PER_MILLISECOND;
  reading.problems.error(off.placeOf('at'), 'expected a time with date and zone (RFC 3339)');
  return undefined;
}
