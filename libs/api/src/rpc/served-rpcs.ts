import type { DescMethod, DescService } from '@bufbuild/protobuf';
import type { Config } from '@pennon/config';
import { type DomainError, OtherTierError, UnimplementedError } from '@pennon/domain';
import { AnalyticsService, CountService } from '@pennon/proto';

/** The tier that is to be asked for what this app does not answer. */
export interface OtherTier {
  /** The services of which this app answers nothing. */
  readonly services: readonly DescService[];
  /** How a refusal goes on behind the name of the RPC: `is answered by the write tier; this is a reader`. */
  readonly referral: string;
}

/** An app that cannot answer anything yet. */
export interface NotYet {
  /** What whoever asks is told. */
  refusal(): DomainError;
}

/** Which services an app answers, and what it says of the rest. */
export class ServedRpcs {
  /**
   * @param services Those of which the app answers at least one RPC.
   * @param rest Who answers the other RPCs of these services, and other services; undefined for nobody. Or that all of
   *   them will be answered here later.
   * @param off Services that are switched off, which nobody is to be asked for.
   */
  constructor(
    readonly services: readonly DescService[],
    private readonly rest?: OtherTier | NotYet,
    private readonly off: readonly DescService[] = [],
  ) {}

  /** Every service whose calls are answered, if only by naming who is to be asked. */
  get knownServices(): readonly DescService[] {
    return [...new Set([...this.services, ...(this.otherTier?.services ?? []), ...this.off])];
  }

  /** True while the RPCs without a handler are to have one later. */
  get isNotYet(): boolean {
    return this.rest !== undefined && 'refusal' in this.rest;
  }

  /** What a caller is told who asks for an RPC without a handler. */
  refusalOf({ parent, name }: DescMethod): DomainError {
    const { otherTier, rest } = this;
    if (rest !== undefined && 'refusal' in rest) return rest.refusal();
    const isOff = this.off.includes(parent) && otherTier?.services.includes(parent) !== true;
    if (otherTier === undefined || isOff) return new UnimplementedError(`${name} is not offered here`);
    return new OtherTierError(`${parent.typeName}.${name} ${otherTier.referral}`);
  }

  private get otherTier(): OtherTier | undefined {
    return this.rest !== undefined && 'services' in this.rest ? this.rest : undefined;
  }
}

/** Services that the settings switch off: known to all doors, and answered by nobody. */
export function switchedOff({ analytics }: Pick<Config, 'analytics'>): readonly DescService[] {
  return analytics.enabled ? [] : [AnalyticsService, CountService];
}
