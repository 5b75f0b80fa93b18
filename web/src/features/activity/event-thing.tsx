import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { isNotFound } from '@/api/api-error';
import { type AuditEvent } from '@/api/audit-events';
import { flagQuery } from '@/api/flags';
import { namespaceQuery } from '@/api/namespaces';
import { segmentQuery } from '@/api/segments';
import { namespacePath } from '@/app/namespace';
import { Link } from '@/components/ui/link';
import { activityCopy } from '@/copy/activity';

const copy = activityCopy.details;

/**
 * Where what an event was about can be seen, if it is still there: the flag or segment that it is, or belongs to. Sinks
 * are no pages.
 */
export function EventThing({ event }: { readonly event: AuditEvent }): ReactElement {
  const { type, namespaceKey, flagKey, segmentKey } = event;
  if (type === 'dead_letter') return <span>{copy.sink(event.key)}</span>;
  if (namespaceKey === '') return <Link to="/settings/tokens">{copy.tokens}</Link>;
  if (flagKey !== '') return <FlagLink namespaceKey={namespaceKey} flagKey={flagKey} />;
  if (segmentKey !== '') return <SegmentLink namespaceKey={namespaceKey} segmentKey={segmentKey} />;
  return <NamespaceLink namespaceKey={namespaceKey} />;
}

interface FlagPlace {
  readonly namespaceKey: string;
  readonly flagKey: string;
}

function FlagLink({ namespaceKey, flagKey }: FlagPlace): ReactElement {
  const flag = useQuery(flagQuery(namespaceKey, flagKey));
  const to = namespacePath(namespaceKey, 'flags', flagKey);
  return <LinkIfThere query={flag} to={to} name={activityCopy.filters.flag(flagKey)} />;
}

interface SegmentPlace {
  readonly namespaceKey: string;
  readonly segmentKey: string;
}

function SegmentLink({ namespaceKey, segmentKey }: SegmentPlace): ReactElement {
  const segment = useQuery(segmentQuery(namespaceKey, segmentKey));
  const to = namespacePath(namespaceKey, 'segments', segmentKey);
  return <LinkIfThere query={segment} to={to} name={activityCopy.filters.segment(segmentKey)} />;
}

function NamespaceLink({ namespaceKey }: { readonly namespaceKey: string }): ReactElement {
  const namespace = useQuery(namespaceQuery(namespaceKey));
  const to = namespacePath(namespaceKey, 'flags');
  return <LinkIfThere query={namespace} to={to} name={activityCopy.filters.here(namespaceKey)} />;
}

interface LinkIfThereProps {
  readonly query: { readonly data: unknown; readonly error: Error | null };
  readonly to: string;
  readonly name: string;
}

/** A name alone where it is not known whether the thing is there. */
function LinkIfThere({ query: { data, error }, to, name }: LinkIfThereProps): ReactElement {
  if (isNotFound(error)) return <span className="break-words">{copy.gone(name)}</span>;
  if (data === undefined) return <span className="break-words">{name}</span>;
  return (
    <Link to={to} className="break-words">
      {copy.open(name)}
    </Link>
  );
}
