import { type JsonSchema } from './schemas';

const serving = answer('Yes', {
  type: 'object',
  required: ['status'],
  properties: { status: { const: 'SERVING' } },
});

/** A health check of a load balancer or an orchestrator, which knows health by the status alone. */
function probe(operationId: string, summary: string, description: string, more: JsonSchema = {}): JsonSchema {
  return {
    get: {
      operationId,
      tags: [HEALTH],
      summary,
      description,
      security: [],
      responses: { 200: serving, default: { $ref: '#/components/responses/Error' }, ...more },
    },
  };
}

function answer(description: string, schema: JsonSchema): JsonSchema {
  return { description, content: { 'application/json': { schema } } };
}

/** How a part of the instance is. */
const part: JsonSchema = {
  type: 'object',
  required: ['state'],
  properties: {
    state: { enum: ['up', 'down'] },
    reason: { type: 'string', description: 'Why it is down.' },
    ageMs: {
      type: 'integer',
      description:
        'Of `snapshots`: the time since the oldest snapshot was last known to be current, in milliseconds.',
    },
  },
};

/** The answer of `/health/ready`. */
function readiness(status: 'SERVING' | 'NOT_SERVING'): JsonSchema {
  return {
    type: 'object',
    required: ['status', 'parts'],
    properties: {
      status: { const: status },
      ...(status === 'NOT_SERVING' && { reason: { type: 'string', description: 'Why it is NOT_SERVING.' } }),
      parts: {
        type: 'object',
        description:
          'The parts that this instance has: `snapshots`, and the `database`, `object_store` or `directory` where flags ' +
          'are read, `replicas`, `writes`, `cache`, `export`, `leader`. The status does not follow from them.',
        required: ['snapshots'],
        additionalProperties: part,
      },
    },
  };
}

const HEALTH = 'health and metrics';

/** What they are called together. */
export const plainTag: JsonSchema = {
  name: HEALTH,
  description: 'Routes for those who run the server. They take no credential.',
};

const health: Readonly<Record<string, JsonSchema>> = {
  '/health': probe('health', 'Health', 'Whether this instance wants requests.'),
  '/health/ready': probe(
    'ready',
    'Ready',
    'The same as `/health`, with the state of each part of the instance.',
    {
      200: answer('Yes', readiness('SERVING')),
      503: answer('No', readiness('NOT_SERVING')),
    },
  ),
  '/health/live': probe('live', 'Live', 'Whether the process answers: if not, it is to be started anew.'),
};

const metrics: JsonSchema = {
  get: {
    operationId: 'metrics',
    tags: [HEALTH],
    summary: 'Metrics',
    description:
      'Every series, in the text format of Prometheus, or as OpenMetrics where the caller prefers that.',
    security: [],
    responses: {
      200: { description: 'The series', content: { 'text/plain': { schema: { type: 'string' } } } },
    },
  },
};

/** The routes that are no RPCs. */
export function plainPaths(hasMetrics: boolean): Readonly<Record<string, JsonSchema>> {
  return { ...health, ...(hasMetrics && { '/metrics': metrics }) };
}
