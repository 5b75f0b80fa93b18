/** Texts of filters above lists. */
export const filtersCopy = {
  active: 'Active filters',
  clear: 'Clear all',
} as const;
