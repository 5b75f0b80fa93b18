import { create } from '@bufbuild/protobuf';
import { pennonDashboard } from '@pennon/api';
import { type MethodsConfig } from '@pennon/config';

/** Which extensions of the API this instance has. */
export class Capabilities {
  readonly all: pennonDashboard.Capabilities;

  constructor({ oidc, codehost }: Pick<MethodsConfig, 'oidc' | 'codehost'>) {
    this.all = create(pennonDashboard.CapabilitiesSchema, {
      loginErrors: oidc.enabled || codehost.enabled,
      // Whoever serves the dashboard has an audit log, and counts by value as far as it counts.
      auditLog: true,
      valueCounts: true,
    });
  }
}
