import { Injectable } from '@nestjs/common';
import { RpcRegistry } from '@pennon/api';

/** The services that have a health: all that this instance offers, and the whole, whose name is empty. */
@Injectable()
export class KnownServices {
  constructor(private readonly registry: RpcRegistry) {}

  /** @param service Full name, such as `flipt.Flipt`. */
  has(service: string): boolean {
    return service === '' || this.registry.serviceNames.has(service);
  }
}
