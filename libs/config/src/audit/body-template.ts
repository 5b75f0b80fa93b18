import { InvalidValueError, type Kind, scalar } from '../kinds/kind';

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
