/** The properties of the caller that constraints compare; always strings. Source: contract/evaluation.md 1.2. */
export type EvaluationContext = Readonly<Record<string, string>>;

/** The value of a property, `''` when the context has none. */
export function contextValue(context: EvaluationContext, property: string): string {
  const value: unknown = context[property];
  // `constructor`, `toString` and `__proto__` reach Object.prototype, which holds no strings: cheaper than asking
  // whether the property is the context's own, and safe for whatever else a context may carry.
  return typeof value === 'string' ? value : '';
}
