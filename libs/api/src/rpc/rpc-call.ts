/** What a handler may learn of a call, and say of its answer, beside the messages; the same on every door. */
export interface RpcCall {
  /**
   * A header of the request, or metadata on the gRPC door; its first value, which may be empty.
   *
   * @param name In lower case.
   */
  header(name: string): string | undefined;

  /**
   * Names the state that the answer shows, and tells whether the caller holds an answer of that state already. Then
   * the caller is told so, and whatever the handler returns is not sent: it can save itself the work.
   *
   * @param tag The value of the `ETag` header, with the quotes if it is to have any.
   */
  tagAnswer(tag: string): boolean;
}
