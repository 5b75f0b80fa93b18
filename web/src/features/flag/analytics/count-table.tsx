import { type ReactElement } from 'react';
import { Time } from '@/components/time';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { analyticsCopy } from '@/copy/analytics';
import { type EvaluationPoint } from '@/lib/evaluation-counts';
import { formatCount } from '@/lib/numbers';

const copy = analyticsCopy;

/** The counts in digits, the latest first. */
export function CountTable({ points }: { readonly points: readonly EvaluationPoint[] }): ReactElement {
  return (
    <Table caption={copy.evaluations}>
      <thead>
        <tr>
          <HeaderCell>{copy.time}</HeaderCell>
          <HeaderCell align="end">{copy.evaluations}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ at, evaluations }) => (
          <Row key={at.getTime()}>
            <Cell>
              <Time timestamp={at.toISOString()} format="absolute" />
            </Cell>
            <Cell numeric>{formatCount(evaluations)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
