import { InvalidArgumentError } from '@pennon/domain';
import { treeOfJsonText } from '../json/json-text';
import { JsonSyntaxError } from '../json/parse-json';
import type { TreeNode } from '../tree';

/** A document that cannot be written: a part of it has no form in the version asked for, or none at all. */
export class DocumentWriteError extends InvalidArgumentError {
  /** @param subject The part, as messages call it. */
  constructor(
    readonly subject: string,
    readonly reason: string,
  ) {
    super(`${subject}: ${reason}`);
  }
}

/**
 * The tree of a JSON text that is to be written.
 *
 * @param subject What it is, as messages call it.
 * @throws DocumentWriteError if it is no JSON or nested too deeply.
 */
export function writtenJson(json: string, subject: string): TreeNode {
  try {
    return treeOfJsonText(json);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new DocumentWriteError(subject, error.message);
    throw error;
  }
}
