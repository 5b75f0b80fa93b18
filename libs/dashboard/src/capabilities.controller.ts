import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { pennonDashboard, Rpc } from '@pennon/api';

const { CapabilitiesSchema, DashboardService } = pennonDashboard;

/** Tells the dashboard which extensions of the API it may use. Source: contract/dashboard.md, appendix A, X1. */
@Controller()
export class CapabilitiesController {
  /** Whoever serves the dashboard has an audit log. */
  @Rpc(DashboardService.method.getCapabilities)
  getCapabilities(): pennonDashboard.Capabilities {
    return create(CapabilitiesSchema, { auditLog: true });
  }
}
