import { type AuditConfig } from '@pennon/config';
import { LogSink } from './log-sink';
import { type AuditSink } from './sink';
import { WebhookSink } from './webhook-sink';

/** The sinks that are switched on. */
export function openSinks({ log, webhook }: AuditConfig['sinks']): readonly AuditSink[] {
  const sinks: AuditSink[] = [];
  if (log.enabled && log.file !== undefined) sinks.push(new LogSink(log.file));
  const { enabled, url, ...settings } = webhook;
  if (enabled && url !== undefined) sinks.push(new WebhookSink({ ...settings, url }));
  return sinks;
}
