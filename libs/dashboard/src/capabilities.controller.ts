import { Controller } from '@nestjs/common';
import { pennonDashboard, Rpc } from '@pennon/api';
import { Capabilities } from './capabilities';

/** Tells the dashboard which extensions of the API it may use. */
@Controller()
export class CapabilitiesController {
  constructor(private readonly capabilities: Capabilities) {}

  @Rpc(pennonDashboard.DashboardService.method.getCapabilities)
  getCapabilities(): pennonDashboard.Capabilities {
    return this.capabilities.all;
  }
}
