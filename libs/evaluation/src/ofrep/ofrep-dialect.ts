import { type OfrepConfig } from '@pennon/config';

/** Which of its two dialects OFREP is spoken in: setting `ofrep.dialect`. */
export class OfrepDialect {
  constructor(readonly name: OfrepConfig['dialect']) {}

  /** True when a bulk call fails as a whole because a flag that it names is missing; else that is an error entry. */
  get refusesMissingFlags(): boolean {
    return this.name === 'flipt';
  }
}
