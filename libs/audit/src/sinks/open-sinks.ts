import { type AuditConfig } from '@pennon/config';
import { LogSink, StandardOutputSink } from './log-sink';
import { type AuditSink } from './sink';
import { WebhookSink } from './webhook-sink';

type WebhookConfig = AuditConfig['sinks']['webhook'];

/** The sinks that are switched on. */
export function openSinks({ log, webhook }: AuditConfig['sinks']): readonly AuditSink[] {
  const sinks: AuditSink[] = [];
  if (log.enabled) sinks.push(log.file === undefined ? new StandardOutputSink() : new LogSink(log.file));
  if (webhook.enabled) sinks.push(...webhooks(webhook));
  return sinks;
}

/** The one without a name, and those of the targets, which are sinks of their own: none waits for another. */
function webhooks({ url, signingSecret, targets, ...common }: WebhookConfig): readonly AuditSink[] {
  const unnamed =
    url === undefined
      ? []
      : [
          new WebhookSink({
            ...common,
            name: 'webhook',
            url: url.reveal(),
            signingSecret,
            contentType: 'application/json',
          }),
        ];
  const named = Object.entries(targets).flatMap(([name, { url: address, ...target }]) =>
    address === undefined
      ? []
      : [new WebhookSink({ ...common, ...target, name: `webhook:${name}`, url: address.reveal() })],
  );
  return [...unnamed, ...named];
}
