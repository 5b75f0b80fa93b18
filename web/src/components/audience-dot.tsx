import { type ReactElement } from 'react';
import { type AudienceTone, toneClasses, toneColour } from '@/components/audience-colours';
import { classes } from '@/components/ui/classes';

/** The colour of one part of an audience bar, beside its name. */
export function AudienceDot({ tone }: { readonly tone: AudienceTone }): ReactElement {
  return (
    <span
      aria-hidden
      data-graphic
      className={classes('inline-block size-2.5 shrink-0 rounded-xs', toneClasses(tone))}
      style={{ backgroundColor: toneColour(tone) }}
    />
  );
}
