import type { fliptOfrep } from '@pennon/proto';
import { type OfrepConfig } from '@pennon/config';
import { type CompiledFlag, type EvaluationResult } from '@pennon/snapshot';
import { presentForFlipt } from './flipt.presenter';
import { presentForOpenFeature } from './openfeature.presenter';

/** The dialect of OFREP that the server speaks: setting `ofrep.dialect`. */
export class OfrepDialect {
  constructor(readonly name: OfrepConfig['dialect']) {}

  /** True when a bulk call fails as a whole because a flag that it names is missing; else that is an error entry. */
  get refusesMissingFlags(): boolean {
    return this.name === 'flipt';
  }

  /** Whether a bulk call that names no flags lists this one. Flipt leaves out disabled variant flags. */
  lists({ type, isEnabled }: CompiledFlag): boolean {
    return this.name === 'openfeature' || type === 'boolean' || isEnabled;
  }

  /** What a caller is told about a flag that was evaluated. */
  present(result: EvaluationResult): fliptOfrep.EvaluatedFlag {
    return this.name === 'flipt' ? presentForFlipt(result) : presentForOpenFeature(result);
  }
}
