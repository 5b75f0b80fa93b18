import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { jsonOf, type Answer, type Api } from '../../support/http';

/** What the tests look at of an OpenAPI document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Partial<Record<string, { readonly content?: Content }>>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

export async function documentOf(server: Api): Promise<OpenApiDocument> {
  return jsonOf(await server.send({ path: '/openapi.json' })) as OpenApiDocument;
}

/** Every operation, as its verb and its path. */
export function operationsOf({ paths }: OpenApiDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path}`),
  );
}

/** Holds answers to a document: they must have what their schema requires, and nothing that it does not know. */
export class AnswerCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(private readonly document: OpenApiDocument) {
    addFormats(this.ajv);
    this.ajv
      .addFormat('int32', true)
      .addFormat('uint32', true)
      .addFormat('int64', /^-?\d+$/);
    const { schemas } = document.components;
    for (const [name, schema] of Object.entries(schemas))
      this.ajv.addSchema(closed(schema), `#/components/schemas/${name}`);
  }

  /** What is wrong with the body of an answer; empty if nothing is. */
  problemsOf(name: string, { status, body }: Answer): readonly string[] {
    const [verb = '', path = ''] = name.split(' ');
    const operation = this.document.paths[path]?.[verb.toLowerCase()];
    const schema = operation?.responses[`${status}`]?.content?.['application/json']?.schema;
    if (schema === undefined) return [`${name} has no answer of status ${status}: ${body.toString()}`];
    return this.problems(this.ajv.compile(closed(schema)), JSON.parse(body.toString()));
  }

  /** The same for the body of an error. */
  problemsOfError(name: 'Error' | 'OfrepError', answer: Answer): readonly string[] {
    return this.problems(this.ajv.compile({ $ref: `#/components/schemas/${name}` }), jsonOf(answer));
  }

  private problems(validate: ValidateFunction, value: unknown): readonly string[] {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }
}

/** The schema, without room for members that it does not name. */
function closed(schema: object): object {
  return 'properties' in schema ? { additionalProperties: false, ...schema } : schema;
}
