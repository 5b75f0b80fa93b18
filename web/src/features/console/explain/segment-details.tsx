import {
  type ConstraintExplanation,
  type SegmentExplanation,
  type SelectionExplanation,
} from '@pennon/evaluator';
import { type ReactElement } from 'react';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { consoleCopy } from '@/copy/console';

const { explain: copy } = consoleCopy;

/** Which segments a rule or rollout looked at, and what they said. */
export function SelectionDetails({ selection }: { readonly selection: SelectionExplanation }): ReactElement {
  const { segments, segmentOperator } = selection;
  const matched = segments.filter(({ isMatch }) => isMatch).length;
  return (
    <>
      {segments.map((segment) => (
        <SegmentDetails key={segment.key} segment={segment} />
      ))}
      {segments.length > 1 && (
        <p>{copy.operatorResult(copy.operators[segmentOperator], segments.length, matched)}</p>
      )}
    </>
  );
}

function SegmentDetails({ segment }: { readonly segment: SegmentExplanation }): ReactElement {
  const { key, matchType, isMatch, constraints } = segment;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="break-words">
        <span className="font-medium">{copy.segment(key)}</span>{' '}
        <span className="text-muted">({copy.matchTypes[matchType]})</span>:{' '}
        {copy.outcomes[isMatch ? 'matched' : 'not-matched']}
      </p>
      {constraints.length === 0 ? (
        <p className="text-secondary">{copy.holdsAll}</p>
      ) : (
        <Table caption={copy.constraints(key)}>
          <thead>
            <tr>
              <HeaderCell>{copy.property}</HeaderCell>
              <HeaderCell>{copy.operator}</HeaderCell>
              <HeaderCell>{copy.expected}</HeaderCell>
              <HeaderCell>{copy.actual}</HeaderCell>
              <HeaderCell>{copy.verdict}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {constraints.map((constraint) => (
              <ConstraintRow key={constraint.id} constraint={constraint} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}

function ConstraintRow({ constraint }: { readonly constraint: ConstraintExplanation }): ReactElement {
  const { type, property, operator, wanted, actual, verdict } = constraint;
  return (
    <Row>
      <Cell className="font-mono text-code">{type === 'entityId' ? copy.entityId : property}</Cell>
      <Cell className="font-mono text-code">{operator}</Cell>
      <Cell className="font-mono text-code break-all">{wanted}</Cell>
      <Cell className="break-all">
        {actual === undefined || actual === '' ? (
          <span className="text-muted">{actual === undefined ? copy.absent : copy.emptyText}</span>
        ) : (
          <span className="font-mono text-code">{actual}</span>
        )}
      </Cell>
      <Cell className={verdict === 'matched' ? 'text-on' : undefined}>{copy.verdicts[verdict]}</Cell>
    </Row>
  );
}
