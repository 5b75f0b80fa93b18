import {
  assertNotEmpty,
  assertRemark,
  EMAIL_PATTERN,
  invalidField,
  MAX_APPROVALS,
  MAX_KEY_LENGTH,
  MAX_POLICY_SCOPE,
  MAX_REMARK_LENGTH,
  MAX_REQUEST_KEY_LENGTH,
  MAX_REQUIRED_REVIEWERS,
  readRevision,
  REMARK_PATTERN,
  reviewerRoles,
  REVISION_PATTERN,
  subjectKinds,
} from '@pennon/domain';
import { pennonChanges } from '@pennon/proto';
import type { FieldLaw } from './field-laws';

/** `N` or `N.mark`; a JSON number is taken as `N`. */
export const REVISION: FieldLaw<string | undefined> = {
  check: (field, text) => {
    if (text !== undefined) readRevision(field, text);
  },
  takesNumber: true,
  schema: { type: ['string', 'integer'], pattern: REVISION_PATTERN, minimum: 0 },
};

/** A revision that must be there. */
export const GIVEN_REVISION: FieldLaw<string | undefined> = { ...REVISION, isRequired: true };

/** A revision, or the word for the latest. */
export const REVISION_OR_LATEST: FieldLaw<string> = {
  ...GIVEN_REVISION,
  check: (field, text) => {
    if (text !== 'latest') readRevision(field, text);
  },
  schema: { ...REVISION.schema, pattern: `${REVISION_PATTERN}|^latest$` },
};

/** A message, a comment or a reason. */
export const REMARK: FieldLaw<string | undefined> = {
  check: (field, text) => {
    if (text !== undefined) assertRemark(field, text);
  },
  schema: { maxLength: MAX_REMARK_LENGTH, pattern: REMARK_PATTERN },
};

/** The key by which a repeated request is recognised, or none. */
export const REQUEST_KEY: FieldLaw<string> = {
  check: (field, text) => {
    assertRemark(field, text, MAX_REQUEST_KEY_LENGTH);
  },
  schema: { maxLength: MAX_REQUEST_KEY_LENGTH, pattern: REMARK_PATTERN },
};

/** What people call something that they save. */
export const SAVED_NAME: FieldLaw<string> = {
  check: (field, text) => {
    assertNotEmpty(field, text);
    assertRemark(field, text, MAX_KEY_LENGTH);
  },
  isRequired: true,
  schema: { minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: REMARK_PATTERN },
};

/** Just one of several members is given. The server checks it. */
export function justOneOf(...names: readonly string[]): FieldLaw<unknown> {
  return {
    check: () => undefined,
    messageSchema: { oneOf: names.map((name) => ({ required: [name] })) },
  };
}

/** A text that is looked for. */
export const SEARCHED_TEXT: FieldLaw<string> = {
  check: (field, text) => {
    assertRemark(field, text, MAX_KEY_LENGTH);
  },
  schema: { maxLength: MAX_KEY_LENGTH, pattern: REMARK_PATTERN },
};

/** Which kind of thing a request is about; all but a namespace have a key. */
export const SUBJECT_KIND: FieldLaw<string> = {
  check: (field, kind, request) => {
    if (!subjectKinds.some((word) => word === kind))
      throw invalidField(field, `must be one of ${subjectKinds.join(', ')}`);
    const { key } = request as { readonly key: string };
    if (kind !== 'namespace') assertNotEmpty('key', key);
    else if (key !== '') throw invalidField('key', 'must be empty for a namespace');
  },
  isRequired: true,
  schema: { enum: subjectKinds },
};

/** Edits have no base: they do not conflict. */
const EDITS = { required: ['edits'], properties: { baseRevision: false } };

/** What a change wants has one source, or comes step by step. The server checks it when it reads the source. */
export const CHANGE_SOURCE: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: {
    oneOf: [
      ...['document', 'restore', 'promote'].map((name) => ({ required: [name] })),
      EDITS,
      { required: ['when'], properties: { when: { required: ['steps'] } } },
    ],
  },
};

/** A change to estimate: made up, or one that waits and has its own base. The server checks it when it reads it. */
export const DRAFT_SOURCE: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: {
    oneOf: [
      { required: ['document'] },
      EDITS,
      { required: ['changeId'], properties: { baseRevision: false, onConflict: false } },
    ],
  },
};

/** What edits list, if it is given. The server checks it when it reads them. */
export const SOME_ITEMS: FieldLaw<readonly unknown[]> = {
  check: () => undefined,
  schema: { minItems: 1 },
};

/** What a rule weighs, if it is given. The server checks it when it reads the edit. */
export const SOME_MEMBERS: FieldLaw<object> = { check: () => undefined, schema: { minProperties: 1 } };

/** Something is given. The server checks it when it reads the edits. @param fewest The fewest members there are. */
export function atLeast(fewest: number): FieldLaw<unknown> {
  return { check: () => undefined, messageSchema: { minProperties: fewest } };
}

/** Members of an edit that only say more of another one. The server checks it when it reads the edit. */
export const EDIT_DETAILS: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: {
    dependentSchemas: {
      rank: { anyOf: [{ required: ['percentage'] }, { required: ['weights'] }] },
      value: { required: ['percentage'] },
      rest: { required: ['weights'] },
      segments: { required: ['weights'] },
      segmentOperator: { required: ['weights'] },
      reason: { required: ['off'], properties: { off: { const: true } } },
    },
  },
};

/** An edit edits something: one of several members is given, or more. The server checks it. */
export function someOf(...names: readonly string[]): FieldLaw<unknown> {
  return {
    check: () => undefined,
    messageSchema: { anyOf: names.map((name) => ({ required: [name] })) },
  };
}

const verdictNames = pennonChanges.VerdictSchema.values
  .filter(({ number }) => number !== 0)
  .map(({ name }) => name);

/** A reviewer says one or the other. */
export const VERDICT: FieldLaw<pennonChanges.Verdict> = {
  check: (field, verdict) => {
    if (verdict === pennonChanges.Verdict.VERDICT_UNSPECIFIED || !(verdict in pennonChanges.Verdict))
      throw invalidField(field, `must be one of ${verdictNames.join(', ')}`);
  },
  messageSchema: {
    oneOf: [
      {
        required: ['verdict'],
        properties: { verdict: { enum: verdictNames.filter((name) => name !== 'COMMENT') } },
      },
      // The server checks it with the review.
      {
        required: ['verdict', 'comment'],
        properties: { verdict: { const: 'COMMENT' }, comment: { minLength: 1 } },
      },
    ],
  },
};

/** How many must approve. The server checks it with the rest of the policy. */
export const APPROVALS: FieldLaw<number> = {
  check: () => undefined,
  schema: { minimum: 0, maximum: MAX_APPROVALS },
};

/** How many reviewers may be required. The server checks it with the rest of the policy. */
export const REQUIRED_REVIEWERS: FieldLaw<readonly unknown[]> = {
  check: () => undefined,
  schema: { maxItems: MAX_REQUIRED_REVIEWERS },
};

/** Tags or keys that a policy names. The server checks them with the rest of the policy. */
export const POLICY_NAMES: FieldLaw<readonly string[]> = {
  check: () => undefined,
  schema: {
    maxItems: MAX_POLICY_SCOPE,
    items: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: REMARK_PATTERN },
  },
};

/** A role, a group or a person. The server checks it with the rest of the policy. */
export const REQUIRED_REVIEWER: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: {
    oneOf: [
      { required: ['role'], properties: { role: { enum: reviewerRoles } } },
      {
        required: ['group'],
        properties: { group: { minLength: 1, maxLength: MAX_KEY_LENGTH, pattern: REMARK_PATTERN } },
      },
      {
        required: ['person'],
        properties: { person: { maxLength: MAX_KEY_LENGTH, pattern: EMAIL_PATTERN } },
      },
    ],
  },
};

/** Roles that a policy may let pass. The server checks them with the rest of the policy. */
export const BYPASS_ROLES: FieldLaw<readonly string[]> = {
  check: () => undefined,
  schema: { items: { type: 'string', enum: ['admin', 'editor'] } },
};
