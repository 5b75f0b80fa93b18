import { documentAttachment } from '../json/json-text';
import { JsonSyntaxError } from '../json/parse-json';

/** A stored attachment as documents write it; one that no document can hold differs from them all. */
export function attachmentOfRow(stored: string): string {
  try {
    return documentAttachment(stored);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return stored;
    throw error;
  }
}
