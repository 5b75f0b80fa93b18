import { type ReactElement } from 'react';
import { Time } from '@/components/time';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { analyticsCopy } from '@/copy/analytics';
import { type EvaluationPoint } from '@/lib/evaluation-counts';
import { formatCount } from '@/lib/numbers';
import { type ShownValue } from './shown-values';

const copy = analyticsCopy;

interface CountTableProps {
  readonly points: readonly EvaluationPoint[];
  /** What the counts are split by, each a column; empty for all together. */
  readonly values: readonly ShownValue[];
}

/** The counts in digits, the latest first. */
export function CountTable({ points, values }: CountTableProps): ReactElement {
  return (
    <Table caption={copy.evaluations}>
      <thead>
        <tr>
          <HeaderCell>{copy.time}</HeaderCell>
          <HeaderCell align="end">{copy.evaluations}</HeaderCell>
          {values.map(({ label }, index) => (
            <HeaderCell key={index} align="end">
              {label}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ at, evaluations, parts }) => (
          <Row key={at.getTime()}>
            <Cell>
              <Time timestamp={at.toISOString()} format="absolute" />
            </Cell>
            <Cell numeric>{formatCount(evaluations)}</Cell>
            {values.map((_, index) => (
              <Cell key={index} numeric>
                {formatCount(parts[index] ?? 0)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
