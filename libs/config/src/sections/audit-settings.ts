import { httpUrl } from '../kinds/address';
import { InvalidValueError, type Kind, scalar } from '../kinds/kind';
import { duration, integer } from '../kinds/number';
import { mapOf, optional, type Section, setting } from '../kinds/setting';
import { filledText, secret } from '../kinds/text';
import { boolean, listOf } from '../kinds/words';
import { bodyTemplate, mediaType, webhookHeaders } from './webhook-request';

const nouns = [
  ...['*', 'namespace', 'flag', 'variant', 'segment', 'constraint', 'rule', 'distribution', 'rollout'],
  ...['token', 'login', 'dead_letter', 'change', 'policy', 'series'],
];
const verbs = [
  ...['*', 'created', 'updated', 'deleted', 'imported', 'succeeded', 'refused', 'replayed', 'proposed'],
  ...['scheduled', 'approved', 'rejected', 'cancelled', 'applied', 'conflicted', 'failed', 'bypassed'],
  ...['paused', 'resumed', 'suspended', 'rolled_back', 'commented', 'blocked'],
];

/** What happens to what: `flag:created`, `*:deleted`. */
const eventPair: Kind<string> = scalar('`noun:verb`', (text) => {
  const [noun = '', verb, ...rest] = text.split(':');
  if (verb === undefined || rest.length > 0)
    throw new InvalidValueError(`invalid event pair: ${text}`, { unquoted: 'invalid event pair' });
  if (!nouns.includes(noun))
    throw new InvalidValueError(`invalid noun: ${noun}`, { unquoted: 'invalid noun' });
  if (!verbs.includes(verb))
    throw new InvalidValueError(`invalid verb: ${verb}`, { unquoted: 'invalid verb' });
  return text;
});

/** A URL that events are posted to in a form of its own. Rules between these are in `check-backing-services.ts`. */
const targetSettings = {
  url: optional(secret(httpUrl), {
    whenAbsent: 'required',
    description: 'Where events are posted to. Often a secret by itself.',
  }),
  template: optional(bodyTemplate, {
    whenAbsent: 'the event, as the webhook without a name gets it',
    description:
      'The body: JSON in whose texts `{{type}}`, `{{payload.key}}`, `{{metadata.actor.email}}` and so on stand for members ' +
      'of the event, and `{{event}}` for all of it. A text that is one placeholder becomes what it stands for; ' +
      'within a longer text it becomes text.',
  }),
  contentType: setting(mediaType, {
    default: 'application/json',
    description: 'What the body is said to be.',
  }),
  signingSecret: optional(secret(filledText), {
    whenAbsent: 'nothing is signed',
    description:
      'Key of the signature of each body as it is sent, in the header `X-Flipt-Webhook-Signature`.',
  }),
  headers: setting(webhookHeaders, {
    default: '',
    description: 'Headers of every request, such as `Authorization: Bearer …`.',
  }),
} as const satisfies Section;

/** The log of who changed what, and where it goes. Rules between these are in `check-backing-services.ts`. */
export const auditSettings = {
  retention: setting(duration({ max: '87600h' }), {
    default: '2160h',
    description:
      'How long events stay in the audit log; older ones are deleted every ten minutes. 0s keeps them for ever. An ' +
      'event that a sink has yet to take stays until it has.',
  }),
  maxEvents: setting(integer({ min: 1000 }), {
    default: '1000000',
    description:
      'Most events in the audit log; beyond them the earliest are deleted every ten minutes, also such as a sink ' +
      'has yet to take.',
  }),
  maxRefusalsPerHour: setting(integer({ max: 10_000 }), {
    default: '60',
    description:
      'Most events within an hour of changes that one caller was refused for want of a role, by each instance; further ' +
      'ones are refused without an event. 0 for no such events.',
  }),
  events: setting(listOf(eventPair, { type: 'list of `noun:verb`', separator: /[\s,]+/ }), {
    default: '*:*',
    description: 'Which events sinks get, such as `flag:*` and `*:deleted`. The audit log has all of them.',
  }),
  sinks: {
    log: {
      enabled: setting(boolean, { default: 'false', description: 'Write events to the log or to a file.' }),
      file: optional(filledText, {
        whenAbsent: 'standard output',
        description:
          'File that events are appended to, one line of JSON each, in place of standard output. It may be moved away ' +
          'at any time.',
      }),
    },
    webhook: {
      enabled: setting(boolean, { default: 'false', description: 'Post events to a URL, one by one.' }),
      url: optional(secret(httpUrl), {
        whenAbsent: 'required when it is enabled, unless there are targets',
        description: 'Where events are posted to. Often a secret by itself.',
      }),
      signingSecret: optional(secret(filledText), {
        whenAbsent: 'nothing is signed',
        description:
          'Key of the signature of each body, HMAC-SHA256 in hexadecimal, in the header `X-Flipt-Webhook-Signature`. ' +
          'Choose a random one: others can try guesses on any body that they see.',
      }),
      headers: setting(webhookHeaders, {
        default: '',
        description:
          'Headers of every request to `url`, such as `Authorization: Bearer …`; targets have their own.',
      }),
      maxBackoffDuration: setting(duration({ min: '1ms', max: '1h' }), {
        default: '15s',
        description: 'Longest wait between two attempts to deliver an event.',
      }),
      timeout: setting(duration({ min: '10ms', max: '10s' }), {
        default: '5s',
        description: 'Longest time for one request.',
      }),
      targets: mapOf('<name>', targetSettings),
    },
  },
} as const satisfies Section;
