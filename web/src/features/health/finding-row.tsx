import { type ReactElement } from 'react';
import { namespacePath } from '@/app/namespace';
import { useWriteBlock } from '@/changes';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { healthCopy as copy } from '@/copy/health';
import { severityOf, type HealthFinding } from '@/lib/health/health-finding';
import { SeverityIcon } from './severity-icon';
import { fixOf, useFix } from './use-fix';

interface FindingRowProps {
  readonly namespaceKey: string;
  readonly finding: HealthFinding;
  /** Of the flag that it is about. */
  readonly isBoolean: boolean;
  /** Leaves it out in this browser, or shows it again. */
  readonly toggle: { readonly isIgnored: boolean; readonly onPress: () => void };
}

/** What is wrong, where, why, and what to do. */
export function FindingRow({ namespaceKey, finding, isBoolean, toggle }: FindingRowProps): ReactElement {
  const blocked = useWriteBlock();
  const applyFix = useFix();
  const fix = fixOf(namespaceKey, finding, isBoolean);
  const sentence = copy.sentence(finding, isBoolean);
  const isRounding = finding.kind === 'share-gap' && finding.isRounding;
  const place = placeOf(namespaceKey, finding);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-border px-4 py-3 last:border-b-0">
      <SeverityIcon severity={severityOf(finding)} />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{sentence}</p>
        <p className="text-secondary text-muted">
          {isRounding ? copy.roundingReason : copy.reasons[finding.kind]}{' '}
          {isRounding ? copy.roundingSuggestion : copy.suggestions[finding.kind]}
        </p>
        <Link to={place.to} className="text-secondary">
          {place.label}
        </Link>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {fix !== undefined && !toggle.isIgnored && (
          <Button size="compact" blocked={blocked} onClick={() => applyFix(fix)}>
            {fix.label}
          </Button>
        )}
        <Button
          size="compact"
          variant="ghost"
          aria-label={toggle.isIgnored ? copy.restoreOf(sentence) : copy.ignoreOf(sentence)}
          onClick={toggle.onPress}
        >
          {toggle.isIgnored ? copy.restore : copy.ignore}
        </Button>
      </div>
    </li>
  );
}

function placeOf(
  namespaceKey: string,
  finding: HealthFinding,
): { readonly to: string; readonly label: string } {
  switch (finding.about) {
    case 'flag':
      return {
        to: namespacePath(namespaceKey, 'flags', finding.flagKey),
        label: copy.openFlag(finding.flagKey),
      };
    case 'segment':
      return {
        to: namespacePath(namespaceKey, 'segments', finding.segmentKey),
        label: copy.openSegment(finding.segmentKey),
      };
    case 'token':
      return { to: '/settings/tokens', label: copy.openTokens };
  }
}
