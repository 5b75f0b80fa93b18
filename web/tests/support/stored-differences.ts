import { type Constraint, type FlagContents, type Rule, type Rollout, type Segment } from '@/lib/model';
import { type Change } from '@/lib/plan';
import { type PlanServer } from './plan-server';

/** Something stored, in words. */
interface Thing {
  readonly subject: string;
  /** All of it in one line. */
  readonly text: string;
  /** What of it can change, by its name; `''` for the only thing that it has to say. */
  readonly fields: Readonly<Record<string, string>>;
  /** The id of what it goes and comes with. */
  readonly owner?: string;
  /** True where the text of its owner tells it too. */
  readonly isInOwner?: boolean;
}

/** What the management API says of a namespace, by ids; without times. */
export interface StoredState {
  readonly things: ReadonlyMap<string, Thing>;
  /** The ids of rules and rollouts in their order, by the flag. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
}

/** Reads a namespace; one that is not there is empty. */
export async function readState(server: PlanServer, namespaceKey: string): Promise<StoredState> {
  const namespace = await server.namespaceAt(namespaceKey);
  if (namespace === undefined) return { things: new Map(), orders: new Map() };
  const things = new Map<string, Thing>();
  const orders = new Map<string, readonly string[]>();
  const { name, description } = namespace;
  things.set('namespace', {
    subject: `Namespace ${namespaceKey}`,
    text: listed(name, description),
    fields: { name, description },
  });
  for (const segment of await server.segmentsOf(namespaceKey)) addSegment(things, segment);
  for (const key of await server.flagKeysOf(namespaceKey)) {
    const contents = await server.contentsOf(namespaceKey, key);
    addFlag(things, contents);
    orders.set(
      `Flag ${key}`,
      [...contents.rules, ...contents.rollouts].map(({ id }) => id),
    );
  }
  return { things, orders };
}

/** All that differs between two states, in the words that a plan has for it. */
export function differences(before: StoredState, after: StoredState): readonly Change[] {
  const created = without(after.things, before.things);
  const deleted = without(before.things, after.things);
  const changes = [
    ...told(deleted, deleted, before).map(({ subject, text }): Change => ({
      kind: 'delete',
      subject,
      before: text,
    })),
    ...told(created, created, after).map(({ subject, text }): Change => ({
      kind: 'create',
      subject,
      after: text,
    })),
    ...fieldDifferences(before, after),
    ...orderDifferences(before, after),
  ];
  return mergeReplaced(changes);
}

function addSegment(
  things: Map<string, Thing>,
  { key, name, description, matchType, constraints }: Segment,
): void {
  const match = matchType === 'all' ? 'All of' : 'Any of';
  const list = constraints.map(constraintText).join(', ');
  things.set(`segment ${key}`, {
    subject: `Segment ${key}`,
    text: listed(name, description, list === '' ? match : `${match}: ${list}`),
    fields: { name, description, 'match type': match },
  });
  for (const constraint of constraints) {
    things.set(constraint.id, {
      subject: `Constraint on ${constraint.property}`,
      text: constraintText(constraint),
      fields: { '': constraintText(constraint) },
      owner: `segment ${key}`,
      isInOwner: true,
    });
  }
}

function addFlag(things: Map<string, Thing>, flag: FlagContents): void {
  const { key, name, description, isEnabled, variants, defaultVariantKey, rules, rollouts } = flag;
  const isBoolean = flag.type === 'boolean';
  const state = isBoolean ? (isEnabled ? 'True' : 'False') : isEnabled ? 'Enabled' : 'Disabled';
  const metadata = JSON.stringify(flag.metadata ?? {});
  const owner = `flag ${key}`;
  things.set(owner, {
    subject: `Flag ${key}`,
    text: listed(
      name,
      isBoolean ? 'Boolean' : 'Variant',
      state,
      description,
      metadata === '{}' ? '' : metadata,
    ),
    fields: {
      name,
      description,
      [isBoolean ? 'default value' : 'state']: state,
      'default variant': defaultVariantKey ?? 'none',
      metadata,
    },
  });
  for (const variant of variants) {
    const { id, ...rest } = variant;
    const fields = {
      key: rest.key,
      name: rest.name,
      description: rest.description,
      attachment: rest.attachment,
    };
    things.set(id, {
      subject: `Variant ${rest.key}`,
      text: listed(...Object.values(fields)),
      fields,
      owner,
    });
  }
  for (const [index, rule] of rules.entries()) addRule(things, rule, `Rule ${index + 1}`, owner);
  for (const [index, rollout] of rollouts.entries()) {
    things.set(rollout.id, { subject: `Rollout ${index + 1}`, owner, ...rolloutWords(rollout) });
  }
}

function addRule(
  things: Map<string, Thing>,
  { id, distributions, ...choice }: Rule,
  subject: string,
  owner: string,
): void {
  const shares = distributions.map(({ variantKey, rolloutPercent }) => `${variantKey} ${rolloutPercent} %`);
  const segments = segmentsText(choice);
  things.set(id, {
    subject,
    text: `${segments} → ${shares.length === 0 ? 'default variant or none' : shares.join(', ')}`,
    fields: { segments },
    owner,
  });
  for (const { variantKey, rolloutPercent } of distributions) {
    things.set(`${id} ${variantKey}`, {
      subject: `${subject}: share of ${variantKey}`,
      text: `${rolloutPercent} %`,
      fields: { '': `${rolloutPercent} %` },
      owner: id,
      isInOwner: true,
    });
  }
}

function rolloutWords({ description, step }: Rollout): Pick<Thing, 'text' | 'fields'> {
  const isThreshold = step.type === 'threshold';
  const value = step.value ? 'True' : 'False';
  const reach = isThreshold ? `${step.percent} %` : segmentsText(step);
  const text = `${reach}${isThreshold ? ' of entities' : ''} → ${value}`;
  return {
    text: description === '' ? text : `${text} (${description})`,
    fields: { [isThreshold ? 'threshold' : 'segments']: reach, value, description },
  };
}

function segmentsText({ segmentKeys, segmentOperator }: Pick<Rule, 'segmentKeys' | 'segmentOperator'>) {
  const keys = segmentKeys.join(', ');
  if (segmentKeys.length === 1) return keys;
  return `${segmentOperator === 'and' ? 'all' : 'any'} of ${keys}`;
}

const types: Readonly<Record<Constraint['type'], string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  datetime: 'Date and time',
  entityId: 'Entity ID',
};

function constraintText({ type, property, operator, value, description }: Constraint): string {
  const text = `${types[type]}: ${property} ${operator} ${value}`;
  return description === '' ? text : `${text} (${description})`;
}

function listed(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(', ');
}

function without(things: StoredState['things'], others: StoredState['things']): ReadonlyMap<string, Thing> {
  return new Map([...things].filter(([id]) => !others.has(id)));
}

/** What came or went, each with its own name; what the line of its owner tells is left out. */
function told(
  moved: ReadonlyMap<string, Thing>,
  all: ReadonlyMap<string, Thing>,
  { things }: StoredState,
): readonly Pick<Thing, 'subject' | 'text'>[] {
  return [...moved].flatMap(([id, { subject, text, owner, isInOwner, fields }]) => {
    const isWithOwner = owner !== undefined && all.has(owner);
    if (isWithOwner && isInOwner === true) return [];
    const whole = isWithOwner ? (things.get(owner)?.subject ?? '').replace('Flag ', ' of ') : '';
    const variant = fields['default variant'];
    return [
      { subject: `${subject}${whole}`, text },
      ...(id.startsWith('flag ') && variant !== undefined && variant !== 'none'
        ? [{ subject: `${subject}: default variant`, text: variant }]
        : []),
    ];
  });
}

function fieldDifferences(before: StoredState, after: StoredState): readonly Change[] {
  return [...before.things].flatMap(([id, { subject, fields: from }]) => {
    const to = after.things.get(id)?.fields;
    if (to === undefined) return [];
    return Object.keys(from).flatMap((name): readonly Change[] => {
      const [left, right] = [from[name] ?? '', to[name] ?? ''];
      if (left === right) return [];
      const of = name === '' ? subject : `${subject}: ${name}`;
      return [{ kind: 'update', subject: of, before: left, after: right }];
    });
  });
}

function orderDifferences(before: StoredState, after: StoredState): readonly Change[] {
  return [...before.orders].flatMap(([flag, ids]): readonly Change[] => {
    const now = after.orders.get(flag) ?? [];
    const from = ids.filter((id) => now.includes(id));
    const to = now.filter((id) => ids.includes(id));
    if (from.join() === to.join()) return [];
    const textOf = (list: readonly string[]): string =>
      list.map((id) => orderText(before.things.get(id))).join(', ');
    return [{ kind: 'update', subject: `${flag}: order`, before: textOf(from), after: textOf(to) }];
  });
}

/** A rule by its segments, as in `beta + staff`; a rollout by all but its description. */
function orderText(thing: Thing | undefined): string {
  const { subject = '', text = '', fields = {} } = thing ?? {};
  if (!subject.startsWith('Rule')) return text.replace(/ \(.*\)$/, '');
  return (fields.segments ?? '').replace(/^a(ll|ny) of /, '').replaceAll(', ', ' + ');
}

/** What went from a place to make room for something else there was replaced. */
function mergeReplaced(changes: readonly Change[]): readonly Change[] {
  const creations = changes.filter(({ kind }) => kind === 'create');
  const replaced = new Map(
    changes.flatMap((change) => {
      const other = creations.find(({ subject }) => subject === change.subject);
      return change.kind === 'delete' && other !== undefined ? [[change, other] as const] : [];
    }),
  );
  const gone = new Set(replaced.values());
  return changes
    .filter((change) => !gone.has(change))
    .map((change): Change => {
      const after = replaced.get(change)?.after;
      return after === undefined ? change : { ...change, kind: 'update', after };
    });
}
