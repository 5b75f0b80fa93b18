import { createHmac } from 'node:crypto';
import { type BodyTemplate, type Secret, type WebhookHeader } from '@pennon/config';
import { type AuditEvent } from '@pennon/domain';
import { readText, sendRequest } from '@pennon/platform';
import { eventBody, eventMembers, RefusedEventError, RetryLaterError, type AuditSink } from './sink';

/** Longest wait that an answer may ask for. Milliseconds. */
const MAX_RETRY_AFTER_MS = 600_000;

/** Longest body of an answer, in bytes, after which the connection can serve the next request. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** How a webhook is called. */
export interface WebhookSettings {
  /** What the sink is called. */
  readonly name: string;
  readonly url: string;
  /** Makes the body; undefined for the event as it is. */
  readonly template?: BodyTemplate | undefined;
  /** What the body is said to be. */
  readonly contentType: string;
  /** Go with every request. */
  readonly headers: readonly WebhookHeader[];
  /** Undefined to sign nothing. */
  readonly signingSecret: Secret | undefined;
  /** Longest time for one request, in milliseconds. */
  readonly timeout: number;
  /** Most milliseconds between two attempts. */
  readonly maxBackoffDuration: number;
}

/** Posts events to a URL, one by one. */
export class WebhookSink implements AuditSink {
  constructor(private readonly settings: WebhookSettings) {}

  get name(): string {
    return this.settings.name;
  }

  get maxBackoff(): number {
    return this.settings.maxBackoffDuration;
  }

  async deliver(event: AuditEvent, signal: AbortSignal): Promise<void> {
    const { url, timeout, template, contentType, headers } = this.settings;
    const body = template?.render(eventMembers(event)) ?? eventBody(event);
    const answer = await sendRequest({
      url: new URL(url),
      method: 'POST',
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value.reveal()])),
        'Content-Type': contentType,
        'Idempotency-Key': event.id,
        ...this.signatureOf(body),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    // The status says it all.
    readText(answer, MAX_ANSWER_BYTES).catch(() => undefined);
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status <= 299) return;
    const reason = `it was answered ${status}`;
    if (!isPassing(status)) throw new RefusedEventError(reason);
    throw new RetryLaterError(reason, retryAfterOf(answer.headers['retry-after']));
  }

  private signatureOf(body: string): Readonly<Record<string, string>> {
    const { signingSecret } = this.settings;
    if (signingSecret === undefined) return {};
    const signature = createHmac('sha256', signingSecret.reveal()).update(body).digest('hex');
    return { 'X-Flipt-Webhook-Signature': signature };
  }
}

/** True for an answer that may be another one later; a redirection, and the refusal of a request, will not. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** Milliseconds; 0 where nothing is asked for. Only seconds are understood, which is what services send. */
function retryAfterOf(header: string | undefined): number {
  return /^\d{1,9}$/.test(header ?? '') ? Math.min(Number(header) * 1000, MAX_RETRY_AFTER_MS) : 0;
}
