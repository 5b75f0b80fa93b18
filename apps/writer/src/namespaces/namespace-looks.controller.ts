import { create } from '@bufbuild/protobuf';
import { Controller } from '@nestjs/common';
import { callerOf, Rpc, type RpcCall } from '@pennon/api';
import type { Hue, NamespaceLook } from '@pennon/domain';
import { EnumWords, pennonLooks } from '@pennon/proto';
import { type LookList, NamespaceLooksService } from './namespace-looks.service';

const { method } = pennonLooks.LookService;
const { Hue: WireHue } = pennonLooks;

const hueWords = new EnumWords<Hue | 'none', pennonLooks.Hue>({
  none: WireHue.HUE_UNSPECIFIED,
  red: WireHue.RED,
  amber: WireHue.AMBER,
  green: WireHue.GREEN,
  teal: WireHue.TEAL,
  blue: WireHue.BLUE,
  violet: WireHue.VIOLET,
});

/** The order of namespaces, and their hues. */
@Controller()
export class NamespaceLooksController {
  constructor(private readonly looks: NamespaceLooksService) {}

  @Rpc(method.listNamespaceLooks)
  async list(
    _request: pennonLooks.ListNamespaceLooksRequest,
    { visibleNamespaces }: RpcCall,
  ): Promise<pennonLooks.NamespaceLookList> {
    return presentLooks(await this.looks.list(visibleNamespaces));
  }

  @Rpc(method.setNamespaceLooks)
  async set(
    { looks, version }: pennonLooks.SetNamespaceLooksRequest,
    call: RpcCall,
  ): Promise<pennonLooks.NamespaceLookList> {
    return presentLooks(await this.looks.set(callerOf(call), looks.map(lookOf), version));
  }
}

function lookOf({ namespaceKey, hue }: pennonLooks.NamespaceLook, index: number): NamespaceLook {
  const word = hueWords.fromWire(`looks[${index}].hue`, hue);
  return { namespaceKey, hue: word === 'none' ? undefined : word };
}

function presentLooks({ looks, version }: LookList): pennonLooks.NamespaceLookList {
  return create(pennonLooks.NamespaceLookListSchema, {
    looks: looks.map(({ namespaceKey, hue }) => ({ namespaceKey, hue: hueWords.toWire(hue ?? 'none') })),
    version,
  });
}
