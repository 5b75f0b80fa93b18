import { type ReactElement } from 'react';
import { type AudienceTone, toneClasses, toneColour } from '@/components/audience-colours';
import { classes } from '@/components/ui/classes';
import { formatPercent } from '@/lib/numbers';

/** One run of buckets that get the same. */
export interface AudienceSegment {
  /** What they get: a variant's key, `True`, `nothing`. */
  readonly label: string;
  /** In percent of the bar. */
  readonly share: number;
  readonly tone: AudienceTone;
}

interface AudienceBarProps {
  /** In the order of their buckets; those without a share are left out. */
  readonly segments: readonly AudienceSegment[];
  /** The whole bar in words; its name. */
  readonly sentence: string;
  /** Large is 16 px high with ticks and labels, small 8 px. */
  readonly size?: 'small' | 'large';
  readonly className?: string;
  /** True where the widths are no shares of entities: labels are without numbers then. */
  readonly isSketch?: boolean;
}

/** From this share on a segment has room for its label. */
const labelledShare = 12;

const ticks = [25, 50, 75];

/** Who gets what, drawn as the server really applies it. */
export function AudienceBar({
  segments,
  sentence,
  size = 'small',
  className,
  isSketch = false,
}: AudienceBarProps): ReactElement {
  const shown = segments.filter((segment) => segment.share > 0);
  const isLarge = size === 'large';
  return (
    <div role="img" aria-label={sentence} className={classes('min-w-16', className)}>
      <div
        data-graphic
        className={classes(
          'flex gap-px overflow-hidden rounded-sm bg-surface',
          isLarge ? 'h-4 max-sm:h-2' : 'h-2',
        )}
      >
        {shown.map((segment, index) => (
          <span
            key={index}
            className={classes('min-w-0.5 basis-0', toneClasses(segment.tone))}
            style={{ flexGrow: segment.share, backgroundColor: toneColour(segment.tone) }}
          />
        ))}
      </div>
      {isLarge && (
        <div aria-hidden className="max-sm:hidden">
          <div className="relative h-1">
            {ticks.map((tick) => (
              <span
                key={tick}
                className="absolute top-0 h-1 w-px bg-control"
                style={{ insetInlineStart: `${tick}%` }}
              />
            ))}
          </div>
          <div className="flex gap-px pt-0.5 text-caption text-muted">
            {shown.map((segment, index) => (
              <span key={index} className="min-w-0 basis-0 truncate" style={{ flexGrow: segment.share }}>
                {segment.share >= labelledShare && (
                  <>
                    <span className="font-medium text-text">{segment.label}</span>{' '}
                    {!isSketch && formatPercent(segment.share)}
                  </>
                )}
              </span>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
