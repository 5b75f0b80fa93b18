import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { segmentsQuery } from '@/api/segments';
import { namespacePath } from '@/app/namespace';
import { usePreferences } from '@/app/preferences';
import { ClockContext } from '@/components/clock';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { flagCopy } from '@/copy/flag';
import { healthCopy } from '@/copy/health';
import { SeverityIcon, useIgnoredFindings } from '@/features/health';
import { findingId, type HealthFinding, severityOf } from '@/lib/health/health-finding';
import { findingsOfOneFlag } from '@/lib/health/namespace-findings';
import { type Flag } from '@/lib/model';
import { useFlagContents } from '../use-flag-contents';

/** What of a flag and of its segments does not do what its author meant. */
export function FlagFindings({ flag }: { readonly flag: Flag }): ReactElement {
  const { namespaceKey } = flag;
  const findings = useFlagFindings(flag);
  const isBoolean = flag.type === 'boolean';
  return (
    <Card title={flagCopy.rail.health}>
      {findings?.length === 0 && <p className="text-muted">{healthCopy.nothing}</p>}
      {findings !== undefined && findings.length > 0 && (
        <>
          <ul className="flex flex-col gap-3">
            {findings.map((finding) => (
              <li key={findingId(namespaceKey, finding)} className="flex items-start gap-2">
                <SeverityIcon severity={severityOf(finding)} />
                <div className="min-w-0">
                  <p className="break-words">{healthCopy.sentence(finding, isBoolean)}</p>
                  <p className="text-secondary text-muted">{healthCopy.suggestions[finding.kind]}</p>
                </div>
              </li>
            ))}
          </ul>
          <Link to={namespacePath(namespaceKey, 'health')} className="mt-3 inline-block text-secondary">
            {flagCopy.rail.toHealth}
          </Link>
        </>
      )}
    </Card>
  );
}

/** Those that are not ignored in this browser; undefined until everything that they need is there. */
function useFlagFindings(flag: Flag): readonly HealthFinding[] | undefined {
  const { now } = use(ClockContext);
  const { staleAfterDays } = usePreferences();
  const ignored = useIgnoredFindings();
  const contents = useFlagContents(flag);
  const { data: segments } = useQuery(segmentsQuery(flag.namespaceKey));
  if (contents === undefined || segments === undefined) return undefined;
  return findingsOfOneFlag(contents, { segments, now, staleAfterDays }).filter(
    (finding) => !ignored.has(findingId(flag.namespaceKey, finding)),
  );
}
