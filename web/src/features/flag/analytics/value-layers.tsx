import { type ReactElement, useId } from 'react';
import { type AudienceTone, isStriped, toneColour } from '@/components/audience-colours';
import { type EvaluationPoint, layersOf } from '@/lib/evaluation-counts';
import { type ShownValue } from './shown-values';

interface ValueLayersProps {
  readonly points: readonly EvaluationPoint[];
  readonly values: readonly ShownValue[];
  readonly width: number;
  readonly height: number;
}

/** The counts of each value upon those of the one before it, in an SVG; told apart as in audience bars. */
export function ValueLayers({ points, values, width, height }: ValueLayersProps): ReactElement {
  const id = useId();
  const layers = layersOf(points, width, height);
  return (
    <>
      <Texture id={`${id}-hatch`} className="stroke-off" />
      <Texture id={`${id}-stripes`} className="stroke-surface" />
      {values.map(({ tone }, index) => {
        const texture = textureOf(tone);
        return (
          <g key={index}>
            <path
              d={layers[index]}
              vectorEffect="non-scaling-stroke"
              // What is not filled has an outline; all others are set apart by the ground.
              className={tone.kind === 'false' ? 'stroke-off' : 'stroke-surface'}
              style={{ fill: toneColour(tone) }}
            />
            {texture !== undefined && <path d={layers[index]} fill={`url(#${id}-${texture})`} />}
          </g>
        );
      })}
    </>
  );
}

/** What tells a tone apart beside its colour, as `toneClasses` does outside of drawings. */
function textureOf(tone: AudienceTone): 'hatch' | 'stripes' | undefined {
  if (tone.kind === 'nothing') return 'hatch';
  return isStriped(tone) ? 'stripes' : undefined;
}

/** Slanted lines. */
function Texture({ id, className }: { readonly id: string; readonly className: string }): ReactElement {
  return (
    <pattern
      id={id}
      width={5}
      height={5}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
      className={className}
    >
      <line x1={0} y1={0} x2={0} y2={5} strokeWidth={2} />
    </pattern>
  );
}
