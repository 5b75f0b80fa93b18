// Makes the schema of the values: an interface of TypeScript by their comments, and of that a JSON Schema.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const TYPE = 'Values';
const TYPES = join(import.meta.dirname, 'value-types');

/** @param {import('./values.mjs').Value[]} values */
export function schemaOf(values) {
  // Where packages are found, and nothing is kept.
  const place = join('node_modules', '.cache', 'pennon-chart');
  const path = join(place, 'values.ts');
  mkdirSync(place, { recursive: true });
  try {
    const text = readFileSync(`${TYPES}.ts`, 'utf8');
    const names = Array.from(text.matchAll(/^export type (\w+)/gm), ([, name]) => name);
    const imports = `import type { ${names.join(', ')} } from '${relative(place, TYPES)}';`;
    writeFileSync(path, `${imports}\nexport interface ${TYPE} ${interfaceOf(values)}\n`);
    const generator = createGenerator({
      path,
      type: TYPE,
      skipTypeCheck: true,
      topRef: false,
      jsDoc: 'extended',
    });
    return finished(generator.createSchema(TYPE), values);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The body of the interface. All is optional: a value that is null is left out. */
function interfaceOf(values) {
  const members = values.map((value) => `${JSON.stringify(value.path.at(-1))}?: ${typeOf(value)};`);
  return `{ ${members.join('\n')} }`;
}

function typeOf({ path, type, value, members }) {
  if (type !== undefined) return type;
  if (members.length > 0) return interfaceOf(members);
  if (Array.isArray(value)) throw new Error(`${path.join('.')}: a list needs a @type`);
  return typeof value === 'object' ? 'Record<string, string>' : typeof value;
}

/** Descriptions are ours, and only where a value is: those of Kubernetes are long. */
function finished(schema, values) {
  const plain = JSON.parse(
    JSON.stringify(schema, (key, value) => (isDescription(key, value) ? undefined : value)),
  );
  describe(plain, values);
  // What all charts of an installation share, and what switches a part of a chart on that has this one as a part.
  plain.properties.global.additionalProperties = true;
  plain.properties.enabled = { type: 'boolean' };
  return plain;
}

function isDescription(key, value) {
  return key === 'description' && typeof value === 'string';
}

function describe(schema, values) {
  for (const { path, description, members } of values) {
    const own = schema.properties[path.at(-1)];
    // A reference may have nothing beside it.
    if (description !== '' && own.$ref === undefined) own.description = description;
    if (members.length > 0) describe(own, members);
  }
}
