import { hostname } from 'node:os';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  type Resource,
} from '@opentelemetry/resources';
import { VERSION } from '@pennon/api';

/**
 * Who the spans are of. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` go over what is found here; the command line
 * is left out, because people write secrets there.
 */
export function resourceOfProcess(): Resource {
  return defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'pennon',
        'service.version': VERSION,
        'host.name': hostname(),
        'process.pid': process.pid,
        'process.runtime.name': 'nodejs',
        'process.runtime.version': process.versions.node,
      }),
    )
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
}
