import {
  assertRemark,
  invalidField,
  MAX_APPROVALS,
  MAX_REMARK_LENGTH,
  MAX_REQUEST_KEY_LENGTH,
  readRevision,
  REMARK_PATTERN,
  REVISION_PATTERN,
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
export const REMARK: FieldLaw<string> = {
  check: (field, text) => {
    assertRemark(field, text);
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

const sources = ['document', 'restore', 'promote'];

/** What a change wants has one source, or comes step by step. The server checks it when it reads the source. */
export const CHANGE_SOURCE: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: {
    oneOf: [
      ...sources.map((name) => ({ required: [name] })),
      { required: ['when'], properties: { when: { required: ['steps'] } } },
    ],
  },
};

/** An edit of a change edits something. The server checks it. */
export const CHANGE_EDIT: FieldLaw<unknown> = {
  check: () => undefined,
  messageSchema: {
    anyOf: ['message', 'baseRevision', 'document', 'at'].map((name) => ({ required: [name] })),
  },
};

/** A reviewer says one or the other. */
export const VERDICT: FieldLaw<pennonChanges.Verdict> = {
  check: (field, verdict) => {
    if (verdict !== pennonChanges.Verdict.APPROVE && verdict !== pennonChanges.Verdict.REJECT)
      throw invalidField(field, 'must be APPROVE or REJECT');
  },
  messageSchema: {
    oneOf: [{ required: ['verdict'], properties: { verdict: { enum: ['APPROVE', 'REJECT'] } } }],
  },
};

/** How many must approve. The server checks it with the rest of the policy. */
export const APPROVALS: FieldLaw<number> = {
  check: () => undefined,
  schema: { minimum: 0, maximum: MAX_APPROVALS },
};

/** Roles that a policy may let pass. The server checks them with the rest of the policy. */
export const BYPASS_ROLES: FieldLaw<readonly string[]> = {
  check: () => undefined,
  schema: { items: { type: 'string', enum: ['admin', 'editor'] } },
};
