import { Download, KeyRound, LogIn, type LucideIcon, Minus, Pencil, Plus, ShieldX } from 'lucide-react';
import { type ReactElement } from 'react';
import { type AuditEvent } from '@/api/audit-events';
import { namespacePath } from '@/app/namespace';
import { JsonDiff } from '@/components/json-diff';
import { KeyValue } from '@/components/key-value';
import { Time } from '@/components/time';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { Link } from '@/components/ui/link';
import { activityCopy } from '@/copy/activity';
import { EventThing } from './event-thing';

const copy = activityCopy.details;

const icons: Readonly<Record<string, LucideIcon>> = {
  created: Plus,
  updated: Pencil,
  deleted: Minus,
  imported: Download,
  succeeded: LogIn,
  refused: ShieldX,
};

interface EventProps {
  readonly event: AuditEvent;
  /** Lists what somebody did. */
  readonly onActor?: ((actor: string) => void) | undefined;
}

/** What has happened in a sentence, and all that is known of it when asked. */
export function EventEntry({ event, onActor }: EventProps): ReactElement {
  const Icon = icons[event.action] ?? KeyRound;
  const { displayName, ip } = event.actor;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden size={16} className="mt-1.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <Disclosure
          label={
            <span className="min-w-0 font-normal break-words text-text [overflow-wrap:anywhere]">
              <strong className="font-medium">{activityCopy.actor(event)}</strong>{' '}
              {activityCopy.happened(event)}
            </span>
          }
        >
          <EventDetails event={event} onActor={displayName === '' ? undefined : onActor} />
        </Disclosure>
        <p className="flex flex-wrap gap-x-3 text-secondary break-words text-muted">
          <Time timestamp={event.timestamp} />
          {event.namespaceKey !== '' && <span>{event.namespaceKey}</span>}
          {ip !== '' && <span>{ip}</span>}
        </p>
      </div>
    </li>
  );
}

function EventDetails({ event, onActor }: EventProps): ReactElement {
  const { timestamp, key, namespaceKey, actor, before, after } = event;
  return (
    <div className="flex flex-col gap-3 pb-2">
      <KeyValue
        items={[
          { label: copy.when, value: <Time timestamp={timestamp} format="absolute" /> },
          { label: copy.who, value: copy.by(activityCopy.actor(event), actor.authentication) },
          { label: copy.from, value: actor.ip === '' ? copy.service : actor.ip },
          { label: copy.where, value: namespaceKey === '' ? copy.noNamespace : namespaceKey },
          { label: copy.key, value: <code className="break-all">{key}</code> },
          { label: copy.thing, value: <EventThing event={event} /> },
          { label: copy.event, value: <EventId event={event} /> },
        ]}
      />
      {(before !== '' || after !== '') && <JsonDiff label={copy.diff} before={before} after={after} />}
      {onActor !== undefined && (
        <Button
          size="compact"
          className="self-start"
          onClick={() => {
            onActor(actor.displayName);
          }}
        >
          {copy.onlyBy(actor.displayName)}
        </Button>
      )}
    </div>
  );
}

/** The id of an event; that of a change of a flag leads to its place in the history of the flag. */
function EventId({
  event: { id, namespaceKey, flagKey, revision },
}: Pick<EventProps, 'event'>): ReactElement {
  const code = <code className="break-all">{id}</code>;
  if (flagKey === '' || revision === '') return code;
  const history = namespacePath(namespaceKey, 'flags', flagKey, 'history');
  return (
    <Link inText to={{ pathname: history, search: `?revision=${revision}` }}>
      {code}
    </Link>
  );
}
