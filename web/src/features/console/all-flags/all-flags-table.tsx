import { type ReactElement } from 'react';
import { type To } from 'react-router';
import { namespacePath } from '@/app/namespace';
import { Link } from '@/components/ui/link';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { VirtualRows } from '@/components/virtual-rows';
import { consoleCopy } from '@/copy/console';
import { type FlagExplanation } from '@/index';
import { type Flag } from '@/lib/model';
import { decidingPosition, reasonText } from '../answers';
import { valueNameOf, type FlagRow } from './all-flags-rows';

const { all: copy } = consoleCopy;

/** In pixels. */
const ROW_HEIGHT = 56;

interface AllFlagsTableProps {
  readonly namespaceKey: string;
  readonly rows: readonly FlagRow[];
  /** Asked for the rows on screen only: explaining takes longer than evaluating. */
  readonly explain: (flag: Flag) => FlagExplanation | undefined;
  /** Of the links that explain a row. */
  readonly search: string;
}

/** One row for each flag, with a link that explains it. */
export function AllFlagsTable({ namespaceKey, rows, explain, search }: AllFlagsTableProps): ReactElement {
  return (
    <Table caption={copy.table} aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          <HeaderCell>{copy.columns.flag}</HeaderCell>
          <HeaderCell>{copy.columns.result}</HeaderCell>
          <HeaderCell priority="secondary">{copy.columns.reason}</HeaderCell>
          <HeaderCell align="end">{copy.columns.rule}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{copy.columns.explain}</span>
          </HeaderCell>
        </tr>
      </thead>
      <VirtualRows
        items={rows}
        columns={5}
        rowHeight={ROW_HEIGHT}
        renderRow={(row, index) => (
          <FlagAnswerRow
            key={row.flag.key}
            row={row}
            position={index + 2}
            explanation={explain(row.flag)}
            to={{ pathname: namespacePath(namespaceKey, 'console', row.flag.key), search }}
          />
        )}
      />
    </Table>
  );
}

interface FlagAnswerRowProps {
  readonly row: FlagRow;
  /** Among the rows of the table, its head included. */
  readonly position: number;
  readonly explanation: FlagExplanation | undefined;
  readonly to: To;
}

function FlagAnswerRow({ row, position, explanation, to }: FlagAnswerRowProps): ReactElement {
  const { flag, answer } = row;
  return (
    <Row aria-rowindex={position}>
      <Cell className="max-w-60 truncate font-mono text-code">{flag.key}</Cell>
      <Cell className="max-w-40 truncate font-medium">{valueNameOf(row)}</Cell>
      <Cell priority="secondary" className="text-muted">
        {answer.kind === 'error' ? answer.reason : reasonText(answer.finding.reason, explanation)}
      </Cell>
      <Cell numeric>{explanation !== undefined && decidingPosition(explanation)}</Cell>
      <Cell align="end">
        <Link to={to} aria-label={copy.explain(flag.key)}>
          {copy.columns.explain}
        </Link>
      </Cell>
    </Row>
  );
}
