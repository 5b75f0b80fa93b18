import { create, type JsonObject as WireObject } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { callerOf, limitedPageRequest, nextPageToken, Rpc, type RpcCall } from '@pennon/api';
import { flipt, timestampOf } from '@pennon/proto';
import {
  compactJsonText,
  type FlagValues,
  type FlagWithVariants,
  type JsonObject,
  type Page,
  resolveNamespaceKey,
  sortMembers,
  type Variant,
} from '@pennon/domain';
import { flagValueParts, membersOf, partNames, type PartTable } from '@pennon/state';
import { flagTypeWords } from './flag-type-words';
import { FlagsService } from './flags.service';

/** Values of a flag that messages have too, under the same name and in the same form. */
type SameInMessages = Omit<FlagValues, 'type' | 'isEnabled' | 'metadata'>;

const { type: _type, isEnabled: _isEnabled, metadata: _metadata, ...others } = flagValueParts;

/** One that a message lacks does not compile. */
const sameInMessages: PartTable<SameInMessages> = others;
const namesInMessages = partNames(sameInMessages);

/** What a request says of a flag, but for its type. */
function valuesOf(request: flipt.CreateFlagRequest | flipt.UpdateFlagRequest): Omit<FlagValues, 'type'> {
  const { enabled, metadata } = request;
  return { ...membersOf(sameInMessages, request), ...{ isEnabled: enabled, metadata } };
}

/** A variant on the wire, its attachment without insignificant white space. */
export function presentVariant(variant: Variant): flipt.Variant {
  return presentStoredVariant({ ...variant, attachment: compactJsonText(variant.attachment) });
}

/** A flag on the wire, as single answers show it: without metadata when it has none. */
export function presentFlag(flag: FlagWithVariants): flipt.Flag {
  return presentFlagWith(presentVariant, flag.metadata, flag);
}

/**
 * A page of flags on the wire. Lists show stored attachments as they are, and `{}` for flags without metadata.
 */
function presentFlags({ items, totalCount, next }: Page<FlagWithVariants>): flipt.FlagList {
  return create(flipt.FlagListSchema, {
    flags: items.map((flag) => presentFlagWith(presentStoredVariant, flag.metadata ?? {}, flag)),
    nextPageToken: nextPageToken(next),
    totalCount,
  });
}

function presentFlagWith(
  present: (variant: Variant) => flipt.Variant,
  metadata: JsonObject | undefined,
  flag: FlagWithVariants,
): flipt.Flag {
  const defaultVariant = flag.variants.find(({ id }) => id === flag.defaultVariantId);
  const message = create(flipt.FlagSchema, {
    key: flag.key,
    enabled: flag.isEnabled,
    createdAt: timestampOf(flag.createdAt),
    updatedAt: timestampOf(flag.updatedAt),
    variants: flag.variants.map(present),
    namespaceKey: flag.namespaceKey,
    type: flagTypeWords.toWire(flag.type),
    ...(defaultVariant && { defaultVariant: present(defaultVariant) }),
    ...(metadata && { metadata: sortMembers(metadata) as WireObject }),
    ...(flag.off && { off: { ...flag.off, at: timestampOf(flag.off.at) } }),
  });
  // Set one by one, because lists have many flags, and to spread what was put together by name takes half their time.
  for (const name of namesInMessages) message[name] = flag[name];
  return message;
}

function presentStoredVariant(variant: Variant): flipt.Variant {
  const { id, flagKey, key, name, description, createdAt, updatedAt, attachment, namespaceKey } = variant;
  return create(flipt.VariantSchema, {
    id,
    flagKey,
    key,
    name,
    description,
    createdAt: timestampOf(createdAt),
    updatedAt: timestampOf(updatedAt),
    attachment,
    namespaceKey,
  });
}

const { method } = flipt.Flipt;

/** RPCs of flags. */
@Controller()
export class FlagsController {
  constructor(private readonly flags: FlagsService) {}

  @Rpc(method.getFlag)
  async get({ namespaceKey, key }: flipt.GetFlagRequest): Promise<flipt.Flag> {
    return presentFlag(await this.flags.get(resolveNamespaceKey(namespaceKey), key));
  }

  @Rpc(method.listFlags)
  async list(request: flipt.ListFlagRequest): Promise<flipt.FlagList> {
    const page = limitedPageRequest(request);
    return presentFlags(await this.flags.list(resolveNamespaceKey(request.namespaceKey), page));
  }

  @Rpc(method.createFlag)
  async create(request: flipt.CreateFlagRequest, call: RpcCall): Promise<flipt.Flag> {
    const flag = await this.flags.create(callerOf(call), {
      namespaceKey: resolveNamespaceKey(request.namespaceKey),
      key: request.key,
      type: flagTypeWords.fromWire('type', request.type),
      ...valuesOf(request),
    });
    return presentFlag(flag);
  }

  @Rpc(method.updateFlag)
  async update(request: flipt.UpdateFlagRequest, call: RpcCall): Promise<flipt.Flag> {
    const { key, defaultVariantId } = request;
    const flag = await this.flags.update(callerOf(call), resolveNamespaceKey(request.namespaceKey), key, {
      ...valuesOf(request),
      defaultVariantId: defaultVariantId === '' ? undefined : defaultVariantId,
    });
    return presentFlag(flag);
  }

  @Rpc(method.deleteFlag)
  async delete({ namespaceKey, key }: flipt.DeleteFlagRequest, call: RpcCall): Promise<Empty> {
    await this.flags.delete(callerOf(call), resolveNamespaceKey(namespaceKey), key);
    return create(EmptySchema);
  }
}
