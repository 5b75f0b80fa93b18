import { type AuditEvent } from '@/api/audit-events';

/** What an event is about, in a word. */
const types = {
  namespace: 'Namespace',
  flag: 'Flag',
  variant: 'Variant',
  segment: 'Segment',
  constraint: 'Constraint',
  rule: 'Rule',
  distribution: 'Share',
  rollout: 'Rollout',
  token: 'Token',
  login: 'Login',
  dead_letter: 'Dead letters',
};

const typeNames: Readonly<Record<string, string>> = types;

const actions: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  imported: 'Imported',
  succeeded: 'Succeeded',
  refused: 'Refused',
  replayed: 'Replayed',
};

/** What people call by its key; the key of everything else is an id. */
const named: readonly string[] = ['namespace', 'flag', 'variant', 'segment'];

const methods: Readonly<Record<string, string>> = {
  none: 'without a credential',
  token: 'with an API token',
  oidc: 'signed in by OpenID Connect',
  codehost: 'signed in by the code host',
  github: 'signed in by GitHub',
  orchestrator: 'as a service account',
  kubernetes: 'as a Kubernetes service account',
  jwt: 'with a JWT',
};

/** Texts of the audit log. */
export const activityCopy = {
  description: 'Who changed what, when, and what was before. The latest comes first.',
  what: 'the audit log',
  list: 'Events',
  shown: (count: string): string => `${count} shown`,
  older: 'Show older events',
  refresh: 'Refresh',
  empty: 'No recorded changes.',
  nothing: 'No event matches.',
  refused: 'Your credential may not read this part of the audit log.',
  refusedText:
    'Ask whoever runs this server for the right to read it, or look at a namespace that you may read.',
  types: typeNames,
  actions,
  typeOf: (type: string): string => typeNames[type] ?? type,
  filters: {
    label: 'Filters',
    scope: 'Where',
    here: (namespaceKey: string): string => `Namespace ${namespaceKey}`,
    everywhere: 'Everywhere',
    everywhereText: 'All namespaces, tokens and logins',
    type: 'Kind',
    anyType: 'Any kind',
    action: 'Action',
    anyAction: 'Any action',
    actor: 'Who',
    actorHint: 'The whole name, then Enter',
    from: 'From',
    to: 'Until',
    flag: (key: string): string => `Flag ${key}`,
    segment: (key: string): string => `Segment ${key}`,
    clear: 'Clear all',
  },
  details: {
    when: 'When',
    who: 'Who',
    where: 'Where',
    from: 'From',
    key: 'Key',
    thing: 'Now',
    event: 'Event',
    by: (name: string, method: string): string => `${name}, ${methods[method] ?? method}`,
    gone: (thing: string): string => `${thing} is gone.`,
    open: (thing: string): string => `Open ${thing}`,
    tokens: 'Open tokens',
    sink: (name: string): string => `Sink ${name}`,
    diff: 'Before and after',
    onlyBy: (name: string): string => `Only by ${name}`,
    noNamespace: 'No namespace',
    service: 'this server itself',
  },
  /** Who did it, for people. */
  actor: ({ actor: { displayName, ip } }: AuditEvent): string => {
    if (displayName !== '') return displayName;
    return ip === '' ? 'The server' : 'Somebody';
  },
  /** What has happened, as the rest of a sentence that begins with who did it. */
  happened: (event: AuditEvent): string => {
    const { type, action, key, flagKey, segmentKey } = event;
    if (type === 'login') return action === 'refused' ? 'was refused a login' : 'logged in';
    if (type === 'dead_letter' && action !== 'refused') return `replayed dead letters of sink ${key}`;
    const thing = (typeNames[type] ?? type).toLowerCase();
    const what = named.includes(type) && key !== '' ? `${thing} ${key}` : thing;
    const whole =
      type !== 'flag' && flagKey !== ''
        ? ` of flag ${flagKey}`
        : type !== 'segment' && segmentKey !== ''
          ? ` of segment ${segmentKey}`
          : '';
    if (action === 'refused') return `was refused a change of ${what}${whole}`;
    return `${action === 'imported' ? 'imported into' : action} ${what}${whole}`;
  },
} as const;
