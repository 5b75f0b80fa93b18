import { loadConfigFromProcess } from '@pennon/config';
import { type DocumentFormat } from '@pennon/document';
import { type Given, configFileOf } from '../command-line/command';

/** Longest documents that the settings have read, in characters; one of YAML takes four times the memory. */
export function maxLengthsOf(given: Given): Readonly<Record<DocumentFormat, number>> {
  const { maxLength } = loadConfigFromProcess(configFileOf(given)).config.document;
  return { json: maxLength, yaml: Math.floor(maxLength / 4) };
}
