import Ajv2020 from 'ajv/dist/2020';
import { jsonOf, type Answer } from '../../../support/http';
import published from './ofrep-0.3.0.json';

/** The routes that evaluate, as the document tells them apart. */
export type OfrepRoute = keyof typeof published.answers;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(published, 'ofrep');

/** What is wrong with an answer by OFREP 0.3.0; empty if nothing is. */
export function problemsOf(route: OfrepRoute, answer: Answer): readonly string[] {
  const { status, headers, body } = answer;
  const schemas: Readonly<Partial<Record<string, string>>> = published.answers[route];
  const schema = schemas[`${status}`];
  if (schema !== undefined) {
    const isJson = headers['content-type'] === 'application/json';
    return isJson ? problemsWith(schema, jsonOf(answer)) : [`${headers['content-type']} is not JSON`];
  }
  return published.withoutSchema.includes(`${status}`) ? [] : [`status ${status}: ${body.toString()}`];
}

/** The same for a value, by the name of its schema. */
export function problemsWith(schema: string, value: unknown): readonly string[] {
  if (ajv.validate(`ofrep#/$defs/${schema}`, value)) return [];
  return (ajv.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
