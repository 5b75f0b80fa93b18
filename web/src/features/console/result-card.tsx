import { type ReactElement, useState } from 'react';
import { CopyButton } from '@/components/copy-button';
import { KeyValue } from '@/components/key-value';
import { Card } from '@/components/ui/card';
import { Chip } from '@/components/ui/chip';
import { Tabs } from '@/components/ui/tabs';
import { consoleCopy } from '@/copy/console';
import { laidOutJson } from '@/lib/json-layout';
import { valueText, type Finding } from './answers';

const { result: copy } = consoleCopy;

interface ResultCardProps {
  readonly finding: Finding;
  /** Why, in words. */
  readonly reason: string;
  /** Undefined for what was found out here and not by the server. */
  readonly answer?: { readonly requestDurationMillis: number; readonly raw: unknown } | undefined;
}

/** What the entity gets; a result of this browser says that it is one. */
export function ResultCard({ finding, reason, answer }: ResultCardProps): ReactElement {
  const [tab, setTab] = useState<'result' | 'raw'>('result');
  const facts = <Facts finding={finding} reason={reason} duration={answer?.requestDurationMillis} />;
  return (
    <Card
      title={answer === undefined ? copy.local : copy.result}
      actions={
        answer === undefined ? <Chip>{copy.localNote}</Chip> : <Chip tone="accent">{copy.server}</Chip>
      }
    >
      <p
        role="status"
        data-testid="result-value"
        className="mb-3 font-mono text-title font-semibold break-words"
      >
        {valueText(finding.value)}
      </p>
      {answer === undefined ? (
        facts
      ) : (
        <Tabs
          label={copy.tabs.label}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'result', label: copy.tabs.result, content: facts },
            { value: 'raw', label: copy.tabs.raw, content: <JsonText value={answer.raw} /> },
          ]}
        />
      )}
    </Card>
  );
}

function Facts({
  finding,
  reason,
  duration,
}: {
  readonly finding: Finding;
  readonly reason: string;
  readonly duration: number | undefined;
}): ReactElement {
  return (
    <>
      <KeyValue
        items={[
          { label: copy.reason, value: reason },
          {
            label: copy.segments,
            value:
              finding.segmentKeys.length === 0 ? (
                copy.noSegments
              ) : (
                <span className="flex flex-wrap gap-1">
                  {finding.segmentKeys.map((key) => (
                    <Chip key={key} mono>
                      {key}
                    </Chip>
                  ))}
                </span>
              ),
          },
          ...(duration === undefined
            ? []
            : [{ label: copy.took, value: copy.duration(duration.toFixed(duration < 10 ? 2 : 0)) }]),
        ]}
      />
      {finding.attachment !== '' && (
        <div className="mt-3">
          <p className="mb-1 flex items-center justify-between text-secondary text-muted">
            {copy.attachment}
            <CopyButton text={finding.attachment} label={copy.copyAttachment} />
          </p>
          <JsonText value={laidOutOr(finding.attachment)} />
        </div>
      )}
    </>
  );
}

function JsonText({ value }: { readonly value: unknown }): ReactElement {
  return (
    <pre
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-control bg-sunken p-3 font-mono text-code break-words whitespace-pre-wrap"
    >
      {typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
    </pre>
  );
}

function laidOutOr(text: string): string {
  try {
    return laidOutJson(text);
  } catch {
    return text;
  }
}
