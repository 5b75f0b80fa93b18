import { messageOf } from '@pennon/domain';
import { type NamespaceContents } from '../compare';
import { exactYaml } from '../exact-json/yaml-numbers';
import * as z from '../zod';
import { contentsOfDocument, documentSchema } from './command-line-document';
import { contentsOfExport, exportSchema, headSchema } from './own-export';

/** What a file holds, or why it cannot be read, in words. */
export type ImportReading =
  | { readonly contents: NamespaceContents }
  | {
      /** As in `flags.2.key: Invalid input`, or what the parser said. */
      readonly problem: string;
    };

/**
 * Reads flags and segments from a file: an export of the dashboard, or a document of the command line in YAML or JSON.
 * Ids are made up: variants are called by their keys.
 */
export function readImport(text: string, namespaceKey: string): ImportReading {
  try {
    // YAML reads JSON as well.
    const value = exactYaml(text);
    const contents = z.safeParse(headSchema, value).success
      ? contentsOfExport(z.parse(exportSchema, value), namespaceKey)
      : contentsOfDocument(z.parse(documentSchema, value), namespaceKey);
    return { contents };
  } catch (error) {
    if (error instanceof z.core.$ZodError) {
      const [issue] = error.issues;
      return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
    }
    return { problem: messageOf(error) };
  }
}
