import { type JsonSchema } from './schemas';

/** A health check of a load balancer or an orchestrator, which knows health by the status alone. */
function probe(operationId: string, summary: string, description: string): JsonSchema {
  const serving = {
    description: 'Yes',
    content: {
      'application/json': {
        schema: { type: 'object', required: ['status'], properties: { status: { const: 'SERVING' } } },
      },
    },
  };
  return {
    get: {
      operationId,
      tags: [HEALTH],
      summary,
      description,
      security: [],
      responses: { 200: serving, default: { $ref: '#/components/responses/Error' } },
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
  '/health': probe('health', 'Health', 'Whether this instance wants requests. The same as `/health/ready`.'),
  '/health/ready': probe('ready', 'Ready', 'Whether requests are to be sent here.'),
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
