import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { headerValue, secret, type Secret } from '../kinds/text';
import { listOf } from '../kinds/words';

/** A header that goes with every request to a webhook. */
export interface WebhookHeader {
  readonly name: string;
  readonly value: Secret;
}

/** What HTTP allows in the name of a header. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Those that are ours to set, or that say how the request is sent; in lower case. */
const own: ReadonlySet<string> = new Set([
  ...['content-type', 'idempotency-key', 'x-flipt-webhook-signature'],
  ...['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'],
  ...['te', 'trailer', 'upgrade', 'expect'],
]);

const secretValue = secret(headerValue);

/** One as `Name: value`. The value is a secret, as credentials go into headers. */
const webhookHeader: Kind<WebhookHeader> = {
  type: 'header, secret',
  isSecret: true,
  parse: (raw) => {
    const [, name, text] = /^\s*([^:]*?)\s*:(.*)$/s.exec(String(raw)) ?? [];
    if (name === undefined || text === undefined || !NAME.test(name))
      throw new InvalidValueError('expected headers as Name: value, one in a line');
    if (own.has(name.toLowerCase())) {
      throw new InvalidValueError(`${name} is not for you to set`, {
        unquoted: 'names a header that is not for you to set',
      });
    }
    return Object.freeze({ name, value: valueOf(name, text) });
  },
};

/** Headers, in the file as a list or as the lines of one text, in the environment as lines. */
export const webhookHeaders: Kind<readonly WebhookHeader[]> = listOf(webhookHeader, {
  type: 'list of `Name: value`, one in a line; secret',
  separator: /\r?\n/,
});

/** @throws InvalidValueError that names the header: its value is in no message. */
function valueOf(name: string, text: string): Secret {
  try {
    return secretValue.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidValueError(`${name}: ${error.message}`, { unquoted: error.unquoted });
  }
}

/** `{{type}}`, `{{metadata.actor.email}}`; spaces within the braces mean nothing. */
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Members of an event, by Flipt's names and ours, and `event` for all of it. */
const members: readonly string[] = [
  ...['event', 'version', 'type', 'action', 'metadata', 'payload', 'timestamp', 'status', 'id', 'position'],
  ...['key', 'namespace_key', 'flag_key', 'segment_key', 'revision', 'before', 'after'],
];

/**
 * The body of a request: JSON in whose texts placeholders stand for members of an event. A text that is one placeholder
 * becomes the member, whatever it is; within a longer text a placeholder becomes text. The template is read as JSON
 * before anything is put in, so what people have named something can never be more than a value in it.
 */
export class BodyTemplate {
  private constructor(private readonly json: unknown) {}

  /** @throws InvalidValueError for what is no JSON, or has a placeholder for what no event has. */
  static parse(text: string): BodyTemplate {
    const json = jsonOf(text);
    for (const [, path = ''] of text.matchAll(PLACEHOLDER)) {
      const [member = ''] = path.split('.');
      if (!members.includes(member)) {
        const unquoted = `is no member of an event; those are ${members.join(', ')}`;
        throw new InvalidValueError(`{{${path}}} ${unquoted}`, {
          unquoted: `has a placeholder that ${unquoted}`,
        });
      }
    }
    return new BodyTemplate(json);
  }

  /** JSON for that event. What the event does not have is `null`, and nothing within a longer text. */
  render(event: object): string {
    return JSON.stringify(filled(this.json, { ...event, event }));
  }
}

/** A body template. */
export const bodyTemplate: Kind<BodyTemplate> = scalar('JSON with placeholders', (text) =>
  BodyTemplate.parse(text),
);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidValueError(`invalid JSON: ${reason}`, { unquoted: 'invalid JSON' });
  }
}

function filled(json: unknown, event: object): unknown {
  if (typeof json === 'string') return filledText(json, event);
  if (Array.isArray(json)) return json.map((item: unknown) => filled(item, event));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, filled(value, event)]));
}

function filledText(text: string, event: object): unknown {
  const [only] = text.matchAll(PLACEHOLDER);
  if (only?.[0] === text) return memberOf(event, only[1]) ?? null;
  return text.replaceAll(PLACEHOLDER, (_, path: string) => textOf(memberOf(event, path)));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What is at `metadata.actor.email`; only what things have of their own. */
function memberOf(event: object, path = ''): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Readonly<Record<string, unknown>>)[name]
          : undefined,
      event,
    );
}

/** A media type, with parameters or without: `application/json; charset=utf-8`. It goes into a header as it is. */
export const mediaType: Kind<string> = scalar('media type', (text) => {
  if (!/^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w.+-]+=[\w.+-]+)*$/.test(text))
    throw new InvalidValueError('expected a media type, such as application/json');
  return text;
});
