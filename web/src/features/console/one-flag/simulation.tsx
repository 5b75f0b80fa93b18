import { type Answer } from '@pennon/state';
import { Dices } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type Question } from '@/api/evaluation';
import { AudienceBar, type AudienceSegment } from '@/components/audience-bar';
import { AudienceDot } from '@/components/audience-dot';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { consoleCopy } from '@/copy/console';
import { type IndexedFlag, type NamespaceIndex } from '@/index';
import { formatCount, formatPercent } from '@/lib/numbers';
import { valueText } from '../answers';
import { isSameQuestion } from '../questions';
import { ENTITIES, simulate, type SimulationResult } from './simulate';

const { simulate: copy } = consoleCopy;

interface SimulationProps {
  readonly index: NamespaceIndex;
  readonly question: Question;
}

/** What a thousand random entities with this context get, beside what is configured. */
export function Simulation({ index, question }: SimulationProps): ReactElement {
  const [run, setRun] = useState<{ readonly question: Question; readonly result: SimulationResult }>();
  const asked = { ...question, entityId: '' };
  const flag = index.flag(question.flagKey);
  const current = isSameQuestion(run?.question, asked) ? run?.result : undefined;
  return (
    <Card
      title={copy.title}
      description={copy.note}
      actions={
        <Button
          size="compact"
          icon={<Dices aria-hidden size={16} />}
          onClick={() => {
            setRun({ question: asked, result: simulate(index, question) });
          }}
        >
          {copy.action}
        </Button>
      }
    >
      {current !== undefined && flag !== undefined && <SimulationTable flag={flag} result={current} />}
    </Card>
  );
}

function SimulationTable({
  flag,
  result,
}: {
  readonly flag: IndexedFlag;
  readonly result: SimulationResult;
}): ReactElement {
  const simulated = result.tallies.map(({ value, count }) =>
    segmentOf(flag, value, (count * 100) / ENTITIES),
  );
  const configured = result.configured.map(({ answer, share }) => segmentOf(flag, valueOf(answer), share));
  const shareOf = (label: string): number =>
    configured.filter((part) => part.label === label).reduce((sum, part) => sum + part.share, 0);
  return (
    <div role="status" className="flex flex-col gap-3">
      <LabelledBar label={copy.simulated} segments={simulated} />
      <LabelledBar label={copy.configured} segments={configured} />
      <Table caption={copy.table}>
        <thead>
          <tr>
            <HeaderCell>{copy.value}</HeaderCell>
            <HeaderCell align="end">{copy.simulated}</HeaderCell>
            <HeaderCell align="end">{copy.configured}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {simulated.map(({ label, share, tone }, row) => (
            <Row key={label}>
              <Cell>
                <span className="flex items-center gap-2">
                  <AudienceDot tone={tone} />
                  {label}
                </span>
              </Cell>
              <Cell numeric>
                {copy.count(formatCount(result.tallies[row]?.count ?? 0), formatPercent(share))}
              </Cell>
              <Cell numeric>{formatPercent(shareOf(label))}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function LabelledBar({
  label,
  segments,
}: {
  readonly label: string;
  readonly segments: readonly AudienceSegment[];
}): ReactElement {
  const sentence = segments.map((part) => `${part.label} ${formatPercent(part.share)}`).join(', ');
  return (
    <div>
      <p className="mb-1 text-secondary text-muted">{label}</p>
      <AudienceBar size="large" segments={segments} sentence={`${label}: ${sentence}`} />
    </div>
  );
}

function valueOf(answer: Answer): string | boolean {
  if (answer.kind === 'boolean') return answer.value;
  return answer.kind === 'variant' ? answer.variantKey : '';
}

function segmentOf({ variants }: IndexedFlag, value: string | boolean, share: number): AudienceSegment {
  const label = valueText(value);
  if (typeof value === 'boolean') return { label, share, tone: { kind: value ? 'true' : 'false' } };
  if (value === '') return { label, share, tone: { kind: 'nothing' } };
  return {
    label,
    share,
    tone: { kind: 'variant', index: variants.findIndex(({ key }) => key === value) },
  };
}
