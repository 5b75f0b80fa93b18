import { headerValue } from '../kinds/header-value';
import { InvalidValueError, type Kind } from '../kinds/kind';
import { listOf } from '../kinds/list';
import { secret } from '../kinds/secret';
import { type Secret } from '../secret';

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

const value = secret(headerValue);

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
    return value.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new InvalidValueError(`${name}: ${error.message}`, { unquoted: error.unquoted });
  }
}
