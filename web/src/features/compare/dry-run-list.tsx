import { type ReactElement } from 'react';
import { DiffList } from '@/components/diff-list';
import { Chip } from '@/components/ui/chip';
import { Disclosure } from '@/components/ui/disclosure';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { type Tone } from '@/components/ui/tone';
import { compareCopy } from '@/copy/compare';
import { choiceKey, type CopyChoice, type CopyItem } from '@/lib/plan';
import { keySchema } from '@/lib/validation';

const copy = compareCopy.copy;

const tones: Record<CopyItem['state'], Tone> = { create: 'on', identical: 'neutral', differs: 'warn' };

interface DryRunListProps {
  readonly items: readonly CopyItem[];
  readonly choices: ReadonlyMap<string, CopyChoice>;
  readonly onChoose: (item: CopyItem, choice: CopyChoice) => void;
  /** True when the target has such a thing already. */
  readonly isTaken: (kind: CopyItem['kind'], key: string) => boolean;
}

/** What a copy will do, object by object, with a choice for each that differs. */
export function DryRunList({ items, choices, onChoose, isTaken }: DryRunListProps): ReactElement {
  return (
    <ul aria-label={copy.dryRun} className="divide-y divide-border rounded-card border border-border">
      {items.map((item) => (
        <li key={choiceKey(item)} className="flex flex-col gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-muted">{copy.kinds[item.kind]}</span>
            <span className="min-w-0 font-mono text-code break-all">{item.key}</span>
            <Chip tone={tones[item.state]} className="ms-auto">
              {copy.states[item.state]}
            </Chip>
          </div>
          {item.missingSegments.length > 0 && (
            <p className="text-danger">{copy.lacks(item.missingSegments.join(', '))}</p>
          )}
          {item.state === 'differs' && (
            <Difference
              item={item}
              choice={choices.get(choiceKey(item)) ?? 'skip'}
              onChoose={(choice) => {
                onChoose(item, choice);
              }}
              isTaken={isTaken}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface DifferenceProps {
  readonly item: CopyItem;
  readonly choice: CopyChoice;
  readonly onChoose: (choice: CopyChoice) => void;
  readonly isTaken: DryRunListProps['isTaken'];
}

function Difference({ item, choice, onChoose, isTaken }: DifferenceProps): ReactElement {
  const isRenamed = typeof choice === 'object';
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <Select
          compact
          className="min-w-48 flex-1"
          label={copy.ifDiffers(item.key)}
          description={item.canOverwrite ? undefined : copy.otherType}
          value={isRenamed ? 'copyAs' : choice}
          options={[
            { value: 'skip', label: copy.choices.skip },
            { value: 'overwrite', label: copy.choices.overwrite, disabled: !item.canOverwrite },
            { value: 'copyAs', label: copy.choices.copyAs },
          ]}
          onChange={(value) => {
            onChoose(value === 'copyAs' ? { copyAs: `${item.key}-copy` } : value);
          }}
        />
        {isRenamed && (
          <TextField
            compact
            mono
            className="min-w-48 flex-1"
            label={copy.newKey(item.key)}
            value={choice.copyAs}
            error={newKeyProblem(item.kind, choice.copyAs, isTaken)}
            onChange={({ currentTarget: { value } }) => {
              onChoose({ copyAs: value });
            }}
          />
        )}
      </div>
      <Disclosure label={copy.showDifferences}>
        <DiffList changes={item.changes} />
      </Disclosure>
    </>
  );
}

/** What is wrong with the key of a copy; undefined when nothing is. */
export function newKeyProblem(
  kind: CopyItem['kind'],
  key: string,
  isTaken: DryRunListProps['isTaken'],
): string | undefined {
  return keySchema(kind, (taken) => isTaken(kind, taken)).safeParse(key).error?.issues[0]?.message;
}
