/** Thrown when S3 would refuse a request. */
export class Refusal extends Error {
  /** @param code Error code of S3, such as `AccessDenied`. */
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}
