import { CircleCheck } from 'lucide-react';
import { type ReactElement } from 'react';
import { namespacePath, useNamespaceKey } from '@/app/namespace';
import { useTitle } from '@/app/title';
import { DataState } from '@/components/data-state';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { Time } from '@/components/time';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Card } from '@/components/ui/card';
import { Disclosure } from '@/components/ui/disclosure';
import { Link } from '@/components/ui/link';
import { type Tone } from '@/components/ui/tone';
import { commonCopy } from '@/copy/common';
import { healthCopy as copy } from '@/copy/health';
import { useNamespaceIndex } from '@/index';
import {
  findingId,
  type FindingKind,
  severityOf,
  type HealthFinding,
  type Severity,
} from '@/lib/health/health-finding';
import { FindingRow } from './finding-row';
import { ignoreFinding, restoreFinding, useIgnoredFindings } from './ignored-findings';
import { useFindings } from './use-findings';

const severities: readonly { readonly severity: Severity; readonly tone: Tone }[] = [
  { severity: 'error', tone: 'danger' },
  { severity: 'warning', tone: 'warn' },
  { severity: 'advice', tone: 'accent' },
];

/** Finds configuration that does not do what its author meant, and flags that can go. */
export function Component(): ReactElement {
  useTitle(commonCopy.pages.health);
  const namespaceKey = useNamespaceKey();
  const findings = useFindings(namespaceKey);
  const ignored = useIgnoredFindings();
  return (
    <>
      <PageHeader title={commonCopy.pages.health} description={copy.description} />
      <DataState query={findings} what="findings">
        {(all) => {
          const isIgnored = (finding: HealthFinding): boolean =>
            ignored.has(findingId(namespaceKey, finding));
          const open = all.filter((finding) => !isIgnored(finding));
          const hidden = all.filter(isIgnored);
          return (
            <div className="flex flex-col gap-4">
              <p role="status" className="text-muted">
                {open.length > 0 && `${copy.counted(open.length)}. `}
                {copy.checked} <Time timestamp={new Date(findings.checkedAt).toISOString()} />.{' '}
                {findings.lacksTokens && copy.noTokens}
              </p>
              {findings.overrides.map(({ flagKey, value, description }) => (
                <Banner
                  key={flagKey}
                  tone="danger"
                  actions={
                    <Link to={namespacePath(namespaceKey, 'flags', flagKey)}>{copy.openFlag(flagKey)}</Link>
                  }
                >
                  {copy.everyoneGets(value)} {description}
                </Banner>
              ))}
              {open.length === 0 && (
                <EmptyState icon={<CircleCheck aria-hidden size={24} />} title={copy.nothing} />
              )}
              {severities.map(({ severity, tone }) => {
                const group = open.filter((finding) => severityOf(finding) === severity);
                if (group.length === 0) return undefined;
                return (
                  <Card
                    key={severity}
                    flush
                    title={copy.severities[severity]}
                    actions={<Badge count={group.length} tone={tone} of={copy.severities[severity]} />}
                  >
                    <FindingGroups namespaceKey={namespaceKey} findings={group} />
                  </Card>
                );
              })}
              {hidden.length > 0 && (
                <Disclosure label={copy.ignored(hidden.length)}>
                  <FindingList namespaceKey={namespaceKey} findings={hidden} isIgnored />
                </Disclosure>
              )}
            </div>
          );
        }}
      </DataState>
    </>
  );
}

/** Most findings of one kind that are shown one by one. */
const SHOWN = 3;

/** Findings of one kind are one line if there are many. */
function FindingGroups({
  namespaceKey,
  findings,
}: {
  readonly namespaceKey: string;
  readonly findings: readonly HealthFinding[];
}): ReactElement {
  const byKind = new Map<FindingKind, readonly HealthFinding[]>();
  for (const finding of findings) byKind.set(finding.kind, [...(byKind.get(finding.kind) ?? []), finding]);
  const few = findings.filter(({ kind }) => (byKind.get(kind)?.length ?? 0) <= SHOWN);
  return (
    <>
      {few.length > 0 && <FindingList namespaceKey={namespaceKey} findings={few} isIgnored={false} />}
      {[...byKind].map(
        ([kind, group]) =>
          group.length > SHOWN && (
            <div key={kind} className="border-t border-border px-4 py-2">
              <Disclosure label={copy.grouped(kind, group.length)}>
                <FindingList namespaceKey={namespaceKey} findings={group} isIgnored={false} />
              </Disclosure>
            </div>
          ),
      )}
    </>
  );
}

function FindingList({
  namespaceKey,
  findings,
  isIgnored,
}: {
  readonly namespaceKey: string;
  readonly findings: readonly HealthFinding[];
  readonly isIgnored: boolean;
}): ReactElement {
  const { index } = useNamespaceIndex(namespaceKey);
  return (
    <ul className="border-t border-border">
      {findings.map((finding) => {
        const id = findingId(namespaceKey, finding);
        const isBoolean = finding.about === 'flag' && index?.flag(finding.flagKey)?.type === 'boolean';
        const onPress = (): void => {
          if (isIgnored) restoreFinding(id);
          else ignoreFinding(id);
        };
        return (
          <FindingRow
            key={id}
            namespaceKey={namespaceKey}
            finding={finding}
            isBoolean={isBoolean}
            toggle={{ isIgnored, onPress }}
          />
        );
      })}
    </ul>
  );
}
