import { type ReactElement, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Segmented } from '@/components/ui/segmented';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { commonCopy } from '@/copy/common';
import { conflictsCopy as copy } from '@/copy/conflicts';
import { type Choice, type Choices, type ConflictRow, defaultChoice } from './conflict-rows';

interface ConflictDialogProps {
  /** What was to be saved. */
  readonly description?: string | undefined;
  readonly rows: readonly ConflictRow[];
  /** False where there is nothing to choose: then it only tells. */
  readonly canChoose?: boolean;
  /** What the button says that leaves it for later. */
  readonly later: string;
  /** What was chosen; undefined when the question was put off. */
  readonly onAnswer: (choices: Choices | undefined) => void;
}

/** Before, yours, theirs: the person decides one by one. */
export function ConflictDialog({
  description,
  rows,
  canChoose = true,
  later,
  onAnswer,
}: ConflictDialogProps): ReactElement {
  const [choices, setChoices] = useState<Choices>(new Map());
  const putOff = (): void => {
    onAnswer(undefined);
  };
  return (
    <Dialog
      open
      alert
      size="wide"
      title={copy.title}
      description={description}
      onClose={putOff}
      footer={
        canChoose ? (
          <>
            <Button onClick={putOff}>{later}</Button>
            <Button
              variant="primary"
              onClick={() => {
                onAnswer(choices);
              }}
            >
              {copy.confirm}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={putOff}>
            {commonCopy.close}
          </Button>
        )
      }
    >
      <p className="pb-3">{canChoose ? copy.text : copy.told}</p>
      <Table caption={copy.title}>
        <thead>
          <tr>
            <HeaderCell>{copy.part}</HeaderCell>
            <HeaderCell>{copy.before}</HeaderCell>
            <HeaderCell>{copy.yours}</HeaderCell>
            <HeaderCell>{copy.theirs}</HeaderCell>
            {canChoose && <HeaderCell>{copy.result}</HeaderCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index}>
              <Cell>
                {row.label}
                {row.note !== undefined && (
                  <span className="block text-secondary text-muted">{row.note}</span>
                )}
              </Cell>
              <ValueCell text={row.before} />
              <ValueCell text={row.yours} />
              <ValueCell text={row.theirs} />
              {canChoose && (
                <Cell>
                  <Segmented<Choice>
                    label={copy.choose(row.label)}
                    value={choices.get(row.id) ?? defaultChoice(row)}
                    options={[
                      ...(row.mayBeBoth === true ? [{ value: 'both', label: copy.both } as const] : []),
                      { value: 'yours', label: copy.yours },
                      { value: 'theirs', label: copy.theirs },
                    ]}
                    onChange={(choice) => {
                      setChoices((chosen) => new Map([...chosen, [row.id, choice]]));
                    }}
                  />
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
    </Dialog>
  );
}

function ValueCell({ text }: { readonly text: string }): ReactElement {
  return (
    <Cell className="max-w-64 break-words whitespace-pre-wrap">
      {text === '' ? <span className="text-faint">{copy.empty}</span> : text}
    </Cell>
  );
}
