/** The properties of the caller that constraints compare; always strings. */
export type EvaluationContext = Readonly<Record<string, string>>;

/** The value of a property, `''` when the context has none. */
export function contextValue(context: EvaluationContext, property: string): string {
  const value: unknown = context[property];
  // `constructor`, `toString` and `__proto__` reach Object.prototype, which holds no strings: cheaper than asking
  // whether the property is the context's own, and safe for whatever else a context may carry.
  return typeof value === 'string' ? value : '';
}

/** Whether two contexts have the same properties with the same values, in whatever order. */
export function isSameContext(one: EvaluationContext, other: EvaluationContext): boolean {
  if (one === other) return true;
  const properties = Object.keys(one);
  return (
    properties.length === Object.keys(other).length &&
    properties.every((property) => one[property] === other[property])
  );
}
