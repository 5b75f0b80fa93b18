import { missingValue } from '../missing-value';
import type { ResolvedSettings } from '../resolve-settings';
import type { Violation } from '../violation';

type Export = ResolvedSettings['export'];

/** Returns what does not go together in the section; an export that is off may be half configured. */
export function checkExport(settings: Export): readonly Violation[] {
  return [...placeIsNamed(settings), ...keyIsUsed(settings)];
}

function placeIsNamed({ enabled, to }: Export): readonly Violation[] {
  return enabled && to === undefined ? [{ key: 'export.to', reason: missingValue }] : [];
}

/** A key that encrypts nothing would be believed to. */
function keyIsUsed({ s3: { sse, kmsKey } }: Export): readonly Violation[] {
  if (kmsKey === undefined || sse === 'aws:kms') return [];
  return [{ key: 'export.s3.kms_key', reason: 'is used with export.s3.sse: aws:kms only' }];
}
