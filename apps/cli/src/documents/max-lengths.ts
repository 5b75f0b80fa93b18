import { type DocumentFormat } from '@pennon/document';
import { type Given } from '../command-line/given';
import { loadSettings } from '../settings';

/** Longest documents that the settings have read, in characters; one of YAML takes four times the memory. */
export function maxLengthsOf(given: Given): Readonly<Record<DocumentFormat, number>> {
  const { maxLength } = loadSettings(given).document;
  return { json: maxLength, yaml: Math.floor(maxLength / 4) };
}
