import { type SegmentSelection } from '@pennon/domain';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { segmentsQuery } from '@/api/segments';
import { useNamespaceKey } from '@/app/namespace';
import { hasDraft } from '@/changes';
import { type Blockable } from '@/components/ui/blocked';
import { Button } from '@/components/ui/button';
import { MultiCombobox } from '@/components/ui/multi-combobox';
import { Segmented } from '@/components/ui/segmented';
import { targetingCopy as copy } from '@/copy/targeting';
import { type Segment } from '@/lib/model';
import { SegmentFindings } from './segment-findings';

const NewSegmentDrawer = lazy(async () => ({
  default: (await import('@/features/segments')).NewSegmentDrawer,
}));

interface SegmentChoiceFieldProps extends Blockable {
  /** The name of the draft of the form that it is in. */
  readonly draft: string;
  readonly choice: SegmentSelection;
  readonly onChange: (choice: SegmentSelection) => void;
  readonly segments: ReadonlyMap<string, Segment>;
  readonly error?: string | undefined;
}

/** Chooses segments by name or key, makes one that is missing, and says how two or more are combined. */
export function SegmentChoiceField({
  draft,
  choice,
  onChange,
  segments,
  error,
  blocked,
}: SegmentChoiceFieldProps): ReactElement {
  const namespaceKey = useNamespaceKey();
  // Somebody may have made the one that is looked for since the page was read.
  useQuery({ ...segmentsQuery(namespaceKey), staleTime: 0 });
  const newSegment = `${draft}/segment`;
  const [isMaking, setMaking] = useState(() => hasDraft(newSegment));
  const options = [...segments.values()].map(({ key, name, constraints }) => ({
    value: key,
    label: name,
    description: [
      ...(name === key ? [] : [key]),
      constraints.length === 0 ? copy.matchesEveryone : copy.constraints(constraints.length),
    ].join(' · '),
  }));
  return (
    <div className="flex flex-col gap-3">
      <MultiCombobox
        label={copy.segments}
        values={choice.segmentKeys}
        options={options}
        placeholder={copy.segmentsPlaceholder}
        emptyText={copy.noSegmentMatches}
        {...(segments.size === 0 && { description: copy.noSegments })}
        error={error}
        blocked={blocked}
        onChange={(segmentKeys) => {
          onChange({ ...choice, segmentKeys });
        }}
      />
      <div role="status" className="empty:hidden">
        <SegmentFindings segmentKeys={choice.segmentKeys} segments={segments} />
      </div>
      <Button
        size="compact"
        variant="ghost"
        className="self-start"
        icon={<Plus aria-hidden size={16} />}
        blocked={blocked}
        onClick={() => {
          setMaking(true);
        }}
      >
        {copy.createSegment}
      </Button>
      <Suspense>
        {isMaking && (
          <NewSegmentDrawer
            draft={newSegment}
            namespaceKey={namespaceKey}
            takenKeys={[...segments.keys()]}
            onCreated={(key) => {
              setMaking(false);
              onChange({ ...choice, segmentKeys: [...choice.segmentKeys, key] });
            }}
            onClose={() => {
              setMaking(false);
            }}
          />
        )}
      </Suspense>
      {choice.segmentKeys.length > 1 && (
        <Segmented
          label={copy.operator}
          value={choice.segmentOperator}
          blocked={blocked}
          options={[
            { value: 'or', label: copy.anyOf },
            { value: 'and', label: copy.allOf },
          ]}
          onChange={(segmentOperator) => {
            onChange({ ...choice, segmentOperator });
          }}
        />
      )}
    </div>
  );
}
