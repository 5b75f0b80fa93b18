/** Texts of filters above lists (contract/dashboard.md FL-5). */
export const filtersCopy = {
  active: 'Active filters',
  clear: 'Clear all',
} as const;
