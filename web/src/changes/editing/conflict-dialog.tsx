import { type ReactElement, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Segmented } from '@/components/ui/segmented';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/table';
import { commonCopy } from '@/copy/common';
import { conflictsCopy as copy } from '@/copy/conflicts';
import { type Choice, type Choices, type Conflict } from './use-editing';

interface ConflictDialogProps<Values> {
  readonly conflicts: readonly Conflict<Values>[];
  readonly labels: Readonly<Record<keyof Values, string>>;
  /** What was chosen; undefined when the question was put off. */
  readonly onAnswer: (choices: Choices<Values> | undefined) => void;
}

/** Yours, theirs, result: the person decides field by field. */
export function ConflictDialog<Values>({
  conflicts,
  labels,
  onAnswer,
}: ConflictDialogProps<Values>): ReactElement {
  const [choices, setChoices] = useState<Choices<Values>>(new Map());
  const choiceOf = (name: keyof Values): Choice => choices.get(name) ?? 'yours';
  return (
    <Dialog
      open
      alert
      size="wide"
      title={copy.title}
      description={copy.text}
      onClose={() => {
        onAnswer(undefined);
      }}
      footer={
        <>
          <Button
            onClick={() => {
              onAnswer(undefined);
            }}
          >
            {commonCopy.keepEditing}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onAnswer(choices);
            }}
          >
            {copy.confirm}
          </Button>
        </>
      }
    >
      <Table caption={copy.title}>
        <thead>
          <tr>
            <HeaderCell>{copy.field}</HeaderCell>
            <HeaderCell>{copy.yours}</HeaderCell>
            <HeaderCell>{copy.theirs}</HeaderCell>
            <HeaderCell>{copy.result}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ name, yours, theirs }) => (
            <Row key={String(name)}>
              <Cell>{labels[name]}</Cell>
              <ValueCell text={yours} />
              <ValueCell text={theirs} />
              <Cell>
                <Segmented
                  label={copy.choose(labels[name])}
                  value={choiceOf(name)}
                  options={[
                    { value: 'yours', label: copy.yours },
                    { value: 'theirs', label: copy.theirs },
                  ]}
                  onChange={(choice) => {
                    setChoices((before) => new Map([...before, [name, choice]]));
                  }}
                />
              </Cell>
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
