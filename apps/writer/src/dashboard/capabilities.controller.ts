import { Controller } from '@nestjs/common';
import { Rpc, type RpcCall } from '@pennon/api';
import { pennonDashboard } from '@pennon/proto';
import { CallerRights } from './caller-rights';

/** Tells the dashboard what its user may do. */
@Controller()
export class CapabilitiesController {
  constructor(private readonly rights: CallerRights) {}

  @Rpc(pennonDashboard.DashboardService.method.getCapabilities)
  getCapabilities(_request: unknown, call: RpcCall): pennonDashboard.Capabilities {
    return this.rights.of(call);
  }
}
